import { useQueries } from '@tanstack/react-query'
import type { Localized } from '#contract/locale.ts'
import type { ModuleMetadata } from '#contract/metadata.ts'
import type { Row } from './console-calls.ts'
import { labelsQuery, seesDrafts } from './queries.ts'

/** Ids that are asked for at once; the server answers so many in one page. */
const idsOfCall = 100

/**
 * Titles of the rows that relations of these rows name, as they come.
 * @param rows a page or one row: the same object until they change
 */
export function useLabels(
  metadata: ModuleMetadata,
  fields: readonly string[],
  rows: readonly Row[],
): (field: string, id: string) => Localized | undefined {
  const calls = fields
    .filter((key) => metadata.fields[key]?.type === 'relation')
    .flatMap((field) => chunks(idsIn(rows, field)).map((ids) => ({ field, ids })))
  const answers = useQueries({
    queries: calls.map(({ field, ids }) => labelsQuery(metadata.name, field, ids, seesDrafts(metadata))),
  })
  const found = new Map<string, Localized>()
  calls.forEach(({ field }, place) => {
    for (const [id, label] of Object.entries(answers[place]?.data ?? {})) found.set(`${field} ${id}`, label)
  })
  return (field, id) => found.get(`${field} ${id}`)
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
