import { queryOptions } from '@tanstack/react-query'
import type { favourites } from '#contract/modules/favourites.ts'
import { api as appApi, type Api } from '#platform/api.ts'
import type { AccountFavourites, FavouriteRow } from './sync-state.ts'

/** Only the name: the definition imports all modules with stars. */
export const favouritesModule: (typeof favourites)['name'] = 'favourites'

/**
 * Lists the account's favourites, persisted with the user's data.
 * The key leaves out the module: the outbox entries are merged here, so a sent star needs no refetch.
 */
export const accountFavouritesQuery = (userId: string, api: Pick<Api, 'list'> = appApi) =>
  queryOptions({
    queryKey: ['own', 'starred', userId],
    queryFn: async ({ signal }): Promise<AccountFavourites> => {
      const fetchedAtMs = Date.now()
      const fields = ['item_module', 'item_id']
      const { items } = await api.list<FavouriteRow>(favouritesModule, { size: 0, fields }, { signal })
      return { rows: items, askedAtMs: fetchedAtMs }
    },
    // The user's other devices may change stars: refetched at each start and when the app becomes visible.
    staleTime: 0,
    meta: { persist: 'private', quiet: true },
  })
