import type { QueryClient } from '@tanstack/react-query'
import { newsListQuery, uniqueRows } from './queries.ts'
import type { NewsRow } from './rows.ts'

/** Finds what the list of news knows of an article whose text has not loaded. */
export function findListedArticle(client: QueryClient, no: string): NewsRow | undefined {
  const list = client.getQueryData(newsListQuery().queryKey)
  return list && uniqueRows(list.pages).find((row) => row.no === no)
}
