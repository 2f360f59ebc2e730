import type { RowRevisionInfo } from '#contract/row-api.ts'
import { createHttpError } from '#server/errors.ts'
import { getModule } from '../query/access.ts'
import { isMasked, visibleFields } from '../schema/visible-fields.ts'
import { lockRowOrDeleted, toRow, wasInScope } from './lock-row.ts'
import { readRevisions, rowAtVersion } from './row-revisions.ts'
import type { WriteContext } from '#server/engine/schema/write-hooks.ts'

/**
 * `GET /front/revisions/{module}/{id}`: a row's writes, the newest first, with what its fields held before: those that
 * the caller may read, and none that is masked.
 * @throws Refusal `not_found`
 */
export async function listHistory(
  context: WriteContext,
  name: string,
  id: string,
): Promise<RowRevisionInfo[]> {
  const { registry, caller, trx } = context
  const module = getModule(registry, caller, name, 'history')
  const { definition } = module
  const held = await lockRowOrDeleted(context, module, id)
  if (!held) throw createHttpError('not_found')
  const visible = visibleFields(caller, module, 'output')
  const revisions = await readRevisions(trx, definition.name, id)
  const actors = await findNames(
    context,
    revisions.flatMap(({ actorId }) => actorId ?? []),
  )
  const entries: RowRevisionInfo[] = []
  let stored = held.stored
  for (const revision of revisions) {
    const { version, at, actorId, deed, fields, before } = revision
    stored = rowAtVersion(stored, [revision])
    const old = await toRow(context, definition, stored)
    const seen = fields.filter((key) => visible.has(key))
    const isTold = Object.keys(before).length > 0 && wasInScope(caller, module, old)
    const told = seen.filter((key) => isTold && !isMasked(caller, module, key))
    entries.push({
      version,
      at,
      deed,
      actor: actorId === null ? null : { id: actorId, name: actors.get(actorId) ?? '' },
      fields: seen,
      before: Object.fromEntries(told.map((key) => [key, old[key]])),
    })
  }
  return entries
}

async function findNames({ trx }: WriteContext, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await trx
    .selectFrom('users')
    .select(['id', 'display_name'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map((row) => [row.id, row.display_name]))
}
