import { useQueries, type UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Localized } from '#contract/locale.ts'
import type { ModuleMetadata } from '#contract/metadata.ts'
import type { Row } from './console-api.ts'
import { labelsQuery, canSeeDrafts } from './queries.ts'

/** Ids that are asked for at once; the server answers so many in one page. */
const idsOfCall = 100

type Labels = Readonly<Record<string, Localized>>

/** The same until a label has come. */
const labelsOf = (answers: UseQueryResult<Labels>[]) => answers.map(({ data }) => data)

/**
 * Titles of the rows that relations of these rows name, as they come.
 * @param rows a page or one row: the same object until they change
 */
export function useLabels(
  metadata: ModuleMetadata,
  fields: readonly string[],
  rows: readonly Row[],
): (field: string, id: string) => Localized | undefined {
  const calls = useMemo(
    () =>
      fields
        .filter((key) => metadata.fields[key]?.type === 'relation')
        .flatMap((field) => chunks(idsIn(rows, field)).map((ids) => ({ field, ids }))),
    [metadata, fields, rows],
  )
  const answers = useQueries({
    queries: calls.map(({ field, ids }) => labelsQuery(metadata.name, field, ids, canSeeDrafts(metadata))),
    combine: labelsOf,
  })
  return useMemo(() => {
    const found = new Map<string, Localized>()
    calls.forEach(({ field }, place) => {
      for (const [id, label] of Object.entries(answers[place] ?? {})) found.set(`${field} ${id}`, label)
    })
    return (field, id) => found.get(`${field} ${id}`)
  }, [calls, answers])
}

/** Sorted, so that the same rows in another order are the same question. */
function idsIn(rows: readonly Row[], field: string): string[] {
  const ids = rows.flatMap((row) => row[field] ?? []).filter((id) => typeof id === 'string')
  return [...new Set(ids)].toSorted()
}

function chunks(ids: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / idsOfCall) }, (_, place) =>
    ids.slice(place * idsOfCall, (place + 1) * idsOfCall),
  )
}
