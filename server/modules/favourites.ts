import { sql } from 'kysely'
import { favourites } from '#contract/modules/favourites.ts'
import { documentsServer, exhibitorsServer, informationsServer, speakersServer } from './content.ts'
import { allow, callerRows } from '#server/engine/schema/permissions.ts'
import { moduleTables } from '#server/db/module-tables.ts'
import { whereVisible } from '#server/engine/query/query-plan.ts'
import { serverModule, type ServerModule } from '#server/engine/schema/server-module.ts'
import { isAllowed } from '#server/engine/schema/visible-fields.ts'
import type { WriteHookContext } from '#server/engine/schema/write-hooks.ts'
import { qaServer } from './articles/qa.ts'
import { sessionsServer } from './sessions.ts'

/** Hours after the forum, or after creation when that is later. */
const retentionHours = 30 * 24

/** Modules whose rows can be favourites. */
const favouriteModules: readonly ServerModule[] = [
  sessionsServer,
  speakersServer,
  informationsServer,
  documentsServer,
  qaServer,
  exhibitorsServer,
]

const ownFavourites = allow('list read create delete')
  .rows(callerRows('owner_id'))
  .writes(['item_module', 'item_id'])

export const favouritesServer = serverModule(favourites, {
  permissions: {
    applicant: ownFavourites,
    participant: ownFavourites,
    staff: ownFavourites,
    organiser: ownFavourites,
  },
  hooks: {
    // A favourite is deleted even when its row is no longer visible.
    check: async (step) =>
      step.operation !== 'create' || (await isItemVisible(step))
        ? []
        : [{ path: 'item_id', key: 'field.unknown_choice' }],
  },
  ownership: { field: 'owner_id', onErasure: 'goes' },
  retention: [{ name: 'favourites', since: ['forum_end', 'created_at'], hours: retentionHours }],
})

/** A row can be a favourite only when the caller sees it in a list. Otherwise the response would reveal hidden rows. */
async function isItemVisible({ trx, caller, after }: WriteHookContext): Promise<boolean> {
  const module = favouriteModules.find(({ definition }) => definition.name === after['item_module'])
  const id = after['item_id']
  if (!module || typeof id !== 'string' || !isAllowed(caller, module, 'list')) return false
  const { name } = module.definition
  const { rows } = await sql`select 1 from ${sql.id(name)}
    where ${sql.ref(`${name}.id`)} = ${id} and ${whereVisible(moduleTables(trx), module, caller, false)}`.execute(
    trx,
  )
  return rows.length > 0
}
