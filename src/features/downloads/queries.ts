import { queryOptions } from '@tanstack/react-query'
import type { documents } from '#contract/modules/documents.ts'
import { pageListParams } from '#contract/page-lists.ts'
import type { FileValue, RowOf } from '#contract/row.ts'
import { api } from '#lib/api.ts'

type Fields = RowOf<typeof documents>

/** A document as the list call answers it. What an older server did not know yet is absent. */
export type DocumentRow = Pick<
  Fields,
  'id' | 'no' | 'category' | 'title' | 'summary' | 'published_at' | 'is_hot'
> &
  Partial<Pick<Fields, 'language' | 'needs_sign_in'>> & {
    /** Null when it was lost: to a backup that was brought back without its files, for instance. */
    file: FileValue | null
  }

/** Documents change seldom: five minutes. */
const freshMs = 300_000

/** Every published document, newest first. */
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
    const answer = await api.list<DocumentRow>('documents', { ...pageListParams.documents, page }, { signal })
    rows.push(...answer.items)
    if (answer.items.length === 0 || rows.length >= answer.total) return rows
  }
}
