import type { Simplify } from '#contract/fold-text.ts'
import { exhibitorKinds } from '#contract/modules/exhibitor-kinds.ts'
import type { Locale } from '#contract/locale.ts'
import { toNaturalKey, normalizeText } from '#platform/text-search.ts'
import type { ExhibitorRow } from './queries.ts'

/** Search parameters of the list, in the URL so that back and sharing keep them. */
export interface ExhibitionSearch {
  /** Search text. */
  q?: string
  /** An exhibitor's kind: the exhibition has an area for each. */
  area?: string
}

/** Maximum length of a search text, in characters; longer ones are cut, so that the URL does not grow without limit. */
export const maxQueryCharacters = 200

/** Parses the search parameters; drops what is no text. */
export function parseExhibitionSearch(search: Record<string, unknown>): ExhibitionSearch {
  const { q, area } = search
  return {
    ...(typeof q === 'string' && q.trim() !== '' ? { q: q.slice(0, maxQueryCharacters) } : {}),
    ...(typeof area === 'string' && area !== '' ? { area } : {}),
  }
}

/** Returns the search with another value for a parameter; without the parameter when the value is empty. */
export function withSearchParam(
  search: ExhibitionSearch,
  key: keyof ExhibitionSearch,
  value: string | undefined,
): ExhibitionSearch {
  const { [key]: _value, ...rest } = search
  return value ? { ...rest, [key]: value } : rest
}

/** The id makes the order of exhibitors that share a booth stable. */
const getSortKey = ({ booth, id }: ExhibitorRow): string => `${toNaturalKey(booth)} ${id}`

/** Sorts by booth in natural order: A2 before A10. */
export function sortByBooth(rows: readonly ExhibitorRow[]): ExhibitorRow[] {
  return rows.toSorted((a, b) => (getSortKey(a) < getSortKey(b) ? -1 : 1))
}

/** True when booth, name or text of an exhibitor contain all terms, in either language. */
export function matchesTerms(row: ExhibitorRow, terms: readonly string[], simplify?: Simplify): boolean {
  const texts = [row.booth, ...Object.values(row.name), ...Object.values(row.description ?? {})]
  const text = normalizeText(texts.filter(Boolean).join('\n'), simplify)
  return terms.every((term) => text.includes(term))
}

/** Exhibitors of an area, by booth. */
export interface Area {
  /** Their kind, which names the area. */
  kind: string
  rows: ExhibitorRow[]
}

/** Groups exhibitors by area in the order of the module's kinds. Areas that this app does not know come last. */
export function groupByArea(rows: readonly ExhibitorRow[]): Area[] {
  const knownKinds = exhibitorKinds.map(({ value }) => value)
  const kinds = new Set([...knownKinds, ...rows.map(({ kind }) => kind)])
  return [...kinds]
    .map((kind) => ({ kind, rows: sortByBooth(rows.filter((row) => row.kind === kind)) }))
    .filter((area) => area.rows.length > 0)
}

/** Finds the previous and next exhibitor by booth; undefined at the ends, and both for an unknown id. */
export function findNeighbours(
  rows: readonly ExhibitorRow[],
  id: string,
): { previous: ExhibitorRow | undefined; next: ExhibitorRow | undefined } {
  const sorted = sortByBooth(rows)
  const index = sorted.findIndex((row) => row.id === id)
  return {
    previous: index > 0 ? sorted[index - 1] : undefined,
    next: index < 0 ? undefined : sorted[index + 1],
  }
}

/** Returns the name of an area; the value itself when the server is newer than this app. */
export function getAreaLabel(kind: string, locale: Locale): string {
  return exhibitorKinds.find(({ value }) => value === kind)?.label[locale] ?? kind
}

/** Returns the number of an area's colour: `--track-<number>`. Areas that this app does not know share the last one. */
export function getAreaColour(kind: string): number {
  // Track colours of the known kinds, in their order.
  const colours = [1, 2, 3, 6, 9, 11] as const
  const index = exhibitorKinds.findIndex(({ value }) => value === kind)
  return colours[index] ?? 11
}
