import type { Simplify } from '#contract/fold-text.ts'
import { exhibitorKinds } from '#contract/modules/exhibitor-kinds.ts'
import { toNaturalKey } from '#lib/natural-order.ts'
import { normalizeText } from '#lib/text-search.ts'
import type { ExhibitorRow } from './queries.ts'

/** What is chosen of the list; it stands in the address, so that going back and sharing keep it. */
export interface ExhibitionSearch {
  q?: string
  area?: string
}

/** Longest query, in characters. */
export const maxQueryCharacters = 200

/** Reads the address: whatever is no text is not there. */
export function parseExhibitionSearch(search: Record<string, unknown>): ExhibitionSearch {
  const { q, area } = search
  return {
    ...(typeof q === 'string' && q.trim() !== '' ? { q: q.slice(0, maxQueryCharacters) } : {}),
    ...(typeof area === 'string' && area !== '' ? { area } : {}),
  }
}

/** The same with another choice; without one where it is empty. */
export function withChoice(
  search: ExhibitionSearch,
  key: keyof ExhibitionSearch,
  value: string | undefined,
): ExhibitionSearch {
  const { [key]: _before, ...rest } = search
  return value ? { ...rest, [key]: value } : rest
}

const placeOf = ({ booth, id }: ExhibitorRow): string => `${toNaturalKey(booth)} ${id}`

/** In the order of their booths as people count them: A2 before A10. */
export function sortByBooth(rows: readonly ExhibitorRow[]): ExhibitorRow[] {
  return rows.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))
}

/** True when all terms occur in an exhibitor's booth, name or text, in whichever language. */
export function matchesTerms(row: ExhibitorRow, terms: readonly string[], simplify?: Simplify): boolean {
  const texts = [row.booth, ...Object.values(row.name), ...Object.values(row.description ?? {})]
  const all = normalizeText(texts.filter(Boolean).join('\n'), simplify)
  return terms.every((term) => all.includes(term))
}

/** Exhibitors of one area. */
export interface Area {
  kind: string
  rows: ExhibitorRow[]
}

/** Parts exhibitors by area, in the forum's order; areas that this app does not know yet come last. */
export function groupByArea(rows: readonly ExhibitorRow[]): Area[] {
  const known = exhibitorKinds.map(({ value }) => value)
  const kinds = new Set([...known, ...rows.map(({ kind }) => kind)])
  return [...kinds]
    .map((kind) => ({ kind, rows: sortByBooth(rows.filter((row) => row.kind === kind)) }))
    .filter((area) => area.rows.length > 0)
}

/** The booths before and after one, in the order of all. */
export function findNeighbours(
  rows: readonly ExhibitorRow[],
  id: string,
): { before: ExhibitorRow | undefined; after: ExhibitorRow | undefined } {
  const sorted = sortByBooth(rows)
  const at = sorted.findIndex((row) => row.id === id)
  return { before: at > 0 ? sorted[at - 1] : undefined, after: at < 0 ? undefined : sorted[at + 1] }
}
