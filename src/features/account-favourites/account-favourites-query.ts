import { queryOptions } from '@tanstack/react-query'
import type { favourites } from '#contract/modules/favourites.ts'
import { api as appApi, type Api } from '#lib/api.ts'
import type { AccountFavourites, FavouriteRow } from './sync-state.ts'

/** The name only: the definition names those of all that can be starred. */
export const favouritesModule: (typeof favourites)['name'] = 'favourites'

/**
 * What the account has starred. It lies with the person's own things on this device. Its key does not name the module:
 * what the outbox sends is known here without asking anew after each star.
 */
export const accountFavouritesQuery = (userId: string, api: Pick<Api, 'list'> = appApi) =>
  queryOptions({
    queryKey: ['own', 'starred', userId],
    queryFn: async ({ signal }): Promise<AccountFavourites> => {
      const askedAtMs = Date.now()
      const fields = ['item_module', 'item_id']
      const { items } = await api.list<FavouriteRow>(favouritesModule, { size: 0, fields }, { signal })
      return { rows: items, askedAtMs }
    },
    // The same person's other device may star meanwhile: asked at each start, and whenever the app is looked at again.
    staleTime: 0,
    meta: { persist: 'private', quiet: true },
  })
