import { formatFileKind } from '#platform/format-file.ts'
import type { DocumentRow } from './queries.ts'

/** The search parameters of the downloads page: the filters of the list. */
export interface DownloadSearch {
  category?: string
  /** The file type as it is shown: `PDF`. */
  type?: string
  lang?: string
}

export const filterKeys = ['category', 'type', 'lang'] as const satisfies readonly (keyof DownloadSearch)[]

/** Parses the search parameters; drops what does not fit. */
export function parseDownloadSearch(input: Record<string, unknown>): DownloadSearch {
  const search: DownloadSearch = {}
  for (const key of filterKeys) {
    const value = input[key]
    // The router parses a value of digits alone as a number.
    if (typeof value === 'number' || (typeof value === 'string' && value !== '')) search[key] = String(value)
  }
  return search
}

/** Returns the value of a document for a filter; undefined when it has none. */
function getFilterValue(
  { category, file, language }: DocumentRow,
  key: keyof DownloadSearch,
): string | undefined {
  if (key === 'category') return category ?? undefined
  return (key === 'type' ? file && formatFileKind(file) : language) || undefined
}

/** Returns the documents that match the search parameters. */
export function filterDocuments(rows: readonly DocumentRow[], search: DownloadSearch): DocumentRow[] {
  return rows.filter((row) =>
    filterKeys.every((key) => search[key] === undefined || getFilterValue(row, key) === search[key]),
  )
}

/** Lists the distinct values of a filter in the order of the documents. */
export function listDistinctValues(rows: readonly DocumentRow[], key: keyof DownloadSearch): string[] {
  return [...new Set(rows.flatMap((row) => getFilterValue(row, key) ?? []))]
}
