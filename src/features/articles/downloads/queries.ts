import { queryOptions } from '@tanstack/react-query'
import type { documents } from '#contract/modules/documents.ts'
import { pageListParams } from '#contract/page-lists.ts'
import type { FileValue, WireRow } from '#contract/row.ts'
import { api } from '#platform/api.ts'
import { formatFileKind } from '#platform/files.ts'

type Fields = WireRow<typeof documents>

/** A document as the list endpoint returns it. Fields that an older server does not know are absent. */
export type DocumentRow = Pick<
  Fields,
  'id' | 'no' | 'category' | 'title' | 'summary' | 'published_at' | 'is_hot'
> &
  Partial<Pick<Fields, 'language' | 'needs_sign_in'>> & {
    /** Null when the file was lost, for instance by a restore from a backup without files. */
    file: FileValue | null
  }

/** How long the list counts as fresh: five minutes, as documents change seldom. */
const freshMs = 300_000

/** Lists every published document, newest first. */
export const documentsQuery = () =>
  queryOptions({
    queryKey: ['documents'],
    queryFn: ({ signal }) => listAllPages(signal),
    staleTime: freshMs,
    meta: { persist: 'public' } as const,
  })

/**
 * Pages through the list, because the server returns at most 100 rows at once. An empty page also ends it: rows may be
 * unpublished between two requests.
 */
async function listAllPages(signal: AbortSignal): Promise<DocumentRow[]> {
  const rows: DocumentRow[] = []
  for (let page = 1; ; page += 1) {
    const response = await api.list<DocumentRow>(
      'documents',
      { ...pageListParams.documents, page },
      { signal },
    )
    rows.push(...response.items)
    if (response.items.length === 0 || rows.length >= response.total) return rows
  }
}

/** The search parameters of the downloads page: the filters of the list. */
export interface DownloadSearch {
  /** Id of a category. */
  category?: string
  /** The file type as it is shown: `PDF`. */
  type?: string
  /** The language's value in the module: one of `documentLanguages`. Not `lang`, which names the language of the page. */
  language?: string
}

/** All search parameters of the downloads page, each of which is a filter. */
export const filterKeys = [
  'category',
  'type',
  'language',
] as const satisfies readonly (keyof DownloadSearch)[]

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
