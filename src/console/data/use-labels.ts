import { useQueries, type UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Localized } from '#contract/locale.ts'
import type { ModuleMetadata } from '#contract/metadata.ts'
import type { Row } from './console-api.ts'
import { labelsQuery, canSeeDrafts } from './queries.ts'

/** Ids per request; the server returns as many in one page. */
const maxIdsPerRequest = 100

type Labels = Readonly<Record<string, Localized>>

/** Declared outside of the hook, so that TanStack Query returns the same array until a label has loaded. */
const selectData = (results: UseQueryResult<Labels>[]) => results.map(({ data }) => data)

/**
 * Returns titles of the rows that relation fields of these rows refer to, as they load.
 * @param rows a page or one row; must be the same object until the rows change
 */
export function useLabels(
  metadata: ModuleMetadata,
  fields: readonly string[],
  rows: readonly Row[],
): (field: string, id: string) => Localized | undefined {
  const requests = useMemo(
    () =>
      fields
        .filter((key) => metadata.fields[key]?.type === 'relation')
        .flatMap((field) => chunkIds(listRelatedIds(rows, field)).map((ids) => ({ field, ids }))),
    [metadata, fields, rows],
  )
  const results = useQueries({
    queries: requests.map(({ field, ids }) => labelsQuery(metadata.name, field, ids, canSeeDrafts(metadata))),
    combine: selectData,
  })
  return useMemo(() => {
    const labelsByKey = new Map<string, Localized>()
    requests.forEach(({ field }, index) => {
      for (const [id, label] of Object.entries(results[index] ?? {})) labelsByKey.set(`${field} ${id}`, label)
    })
    return (field, id) => labelsByKey.get(`${field} ${id}`)
  }, [requests, results])
}

/** Sorted, so that the same rows in another order have the same query key. */
function listRelatedIds(rows: readonly Row[], field: string): string[] {
  const ids = rows.flatMap((row) => row[field] ?? []).filter((id) => typeof id === 'string')
  return [...new Set(ids)].toSorted()
}

function chunkIds(ids: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / maxIdsPerRequest) }, (_, index) =>
    ids.slice(index * maxIdsPerRequest, (index + 1) * maxIdsPerRequest),
  )
}
