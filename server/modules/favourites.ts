import { favourites } from '#contract/modules/favourites.ts'
import { allow, own } from '#server/engine/grants.ts'
import { serverModule } from '#server/engine/server-module.ts'

/** Kept so long after the forum, or after they were made when that is later: 30 days (security.md 9). */
const keptHours = 30 * 24

const ownFavourites = allow('list read create delete')
  .rows(own('owner_id'))
  .writes(['item_module', 'item_id'])

export const favouritesServer = serverModule(favourites, {
  permissions: {
    applicant: ownFavourites,
    participant: ownFavourites,
    staff: ownFavourites,
    organiser: ownFavourites,
  },
  ownership: { field: 'owner_id', onErasure: 'goes' },
  retention: [{ name: 'favourites', since: ['forum_end', 'created_at'], hours: keptHours }],
})
