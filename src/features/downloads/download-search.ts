import { formatFileKind } from '#lib/format-file.ts'
import type { DocumentRow } from './queries.ts'

/** What the address of the downloads says after the question mark: what the list is narrowed to. */
export interface DownloadSearch {
  category?: string
  /** The kind of file as it is shown: `PDF`. */
  type?: string
  lang?: string
}

export const filterKeys = ['category', 'type', 'lang'] as const satisfies readonly (keyof DownloadSearch)[]

/** Reads the query; what does not fit is dropped. */
export function parseDownloadSearch(input: Record<string, unknown>): DownloadSearch {
  const search: DownloadSearch = {}
  for (const key of filterKeys) {
    const value = input[key]
    // A link's value of digits alone comes as a number.
    if (typeof value === 'number' || (typeof value === 'string' && value !== '')) search[key] = String(value)
  }
  return search
}

/** What a document has under a filter; undefined when it says nothing. */
function valueOf({ category, file, language }: DocumentRow, key: keyof DownloadSearch): string | undefined {
  if (key === 'category') return category ?? undefined
  return (key === 'type' ? file && formatFileKind(file) : language) || undefined
}

/** The documents that an address asks for. */
export function filterDocuments(rows: readonly DocumentRow[], search: DownloadSearch): DocumentRow[] {
  return rows.filter((row) =>
    filterKeys.every((key) => search[key] === undefined || valueOf(row, key) === search[key]),
  )
}

/** The values that occur, each once, in the order of the list. */
export function listDistinctValues(rows: readonly DocumentRow[], key: keyof DownloadSearch): string[] {
  return [...new Set(rows.flatMap((row) => valueOf(row, key) ?? []))]
}
