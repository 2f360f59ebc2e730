import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { documents } from '#contract/modules/documents.ts'
import type { favourites } from '#contract/modules/favourites.ts'
import { api as appApi, type Api } from '#lib/api.ts'

/** Names only: the definitions behind them are 4 kB, with those that they name in turn. */
const documentsModule: (typeof documents)['name'] = 'documents'
const favouritesModule: (typeof favourites)['name'] = 'favourites'

/** What a person does with a document. */
export type Deed = 'favourite' | 'download'

/** Whether a person did it, by their own account's history. */
const historyKey = (userId: string, deed: Deed, id: string) => ['operateHistory', userId, deed, id] as const

/**
 * Asked once for each document and deed as long as the page stands, however many cards show it; the answer is one
 * person's alone, and stored nowhere (checklist 313).
 */
export const historyQuery = (
  userId: string,
  deed: Deed,
  id: string,
  api: Pick<Api, 'operateHistory'> = appApi,
) =>
  queryOptions({
    queryKey: historyKey(userId, deed, id),
    queryFn: async ({ signal }) =>
      (await api.operateHistory(deed, { module: documentsModule, id }, { signal })).has,
    staleTime: Infinity,
    retry: false,
    meta: { quiet: true },
  })

/** Notes what the person has just done, without asking again. */
export function noteDeed(client: QueryClient, userId: string, deed: Deed, id: string, has: boolean): void {
  client.setQueryData(historyKey(userId, deed, id), has)
}

/** Stars a document in the person's account, or takes the star away. @throws ApiError, NetworkError */
export async function writeFavourite(
  id: string,
  starred: boolean,
  api: Pick<Api, 'create' | 'remove' | 'list'> = appApi,
): Promise<void> {
  const item = { item_module: documentsModule, item_id: id }
  if (starred) {
    await api.create(favouritesModule, item)
    return
  }
  const { items } = await api.list<{ id: string }>(favouritesModule, {
    filters: [
      { param: 'item_module', op: 'eq', value: item.item_module },
      { param: 'item_id', op: 'eq', value: id },
    ],
  })
  for (const star of items) await api.remove(favouritesModule, star.id)
}
