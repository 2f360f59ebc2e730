import { useQueries, type UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Localized } from '#contract/locale.ts'
import type { ModuleMetadata } from '#contract/metadata.ts'
import type { Row } from './console-api.ts'
import { labelsQuery, canSeeDrafts } from './queries.ts'

/** Ids per request: the page size that the server allows every caller. */
const maxIdsPerRequest = 100

/** Titles of related rows by their id. */
type Labels = Readonly<Record<string, Localized>>

/** Declared outside of the hook, so that TanStack Query returns the same array until a label has loaded. */
const selectData = (results: UseQueryResult<Labels>[]) => results.map(({ data }) => data)

/**
 * Loads the titles of the rows that relation fields of these rows refer to.
 * @param fields keys of the fields on screen; those that are no relations are ignored
 * @param rows a page or one row; must be the same object until the rows change
 * @returns a function of a field's key and the id of a related row; undefined until the title has loaded
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

/** Lists the ids in a relation field of the rows. Sorted, so that rows in another order have the same query key. */
function listRelatedIds(rows: readonly Row[], field: string): string[] {
  const ids = rows.flatMap((row) => row[field] ?? []).filter((id) => typeof id === 'string')
  return [...new Set(ids)].toSorted()
}

function chunkIds(ids: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / maxIdsPerRequest) }, (_, index) =>
    ids.slice(index * maxIdsPerRequest, (index + 1) * maxIdsPerRequest),
  )
}
