import { queryOptions } from '@tanstack/react-query'
import type { documents } from '#contract/modules/documents.ts'
import { pageListParams } from '#contract/page-lists.ts'
import type { FileValue, WireRow } from '#contract/row.ts'
import { api } from '#platform/api.ts'

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

/** Documents change seldom: five minutes. */
const freshMs = 300_000

/** Lists every published document, newest first. */
export const documentsQuery = () =>
  queryOptions({
    queryKey: ['documents'],
    queryFn: ({ signal }) => listAllPages(signal),
    staleTime: freshMs,
    meta: { persist: 'public' } as const,
  })

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
