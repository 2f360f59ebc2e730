import { joinNames } from '#contract/locale.ts'
import { createHttpError } from '#server/errors.ts'
import { getModule } from '../query/access.ts'
import { visibleFields } from '../schema/visible-fields.ts'
import { checkEditable } from './edit-row.ts'
import { lockRow } from './lock-row.ts'
import { findReferencingModules } from './find-references.ts'
import { readNamedRow } from './read-body.ts'
import { afterDeletion } from './save-row.ts'
import { createStaleRowError } from './stale-row-error.ts'
import { storeRow } from './store-row.ts'
import type { WriteContext } from '#server/engine/schema/write-hooks.ts'

/**
 * `POST /front/delete/{module}`: the row exists for nobody any more; for 30 days it can be restored.
 * @throws Refusal `not_found`, `action.state`, `row.stale` when others changed it since the version that is named,
 * `row.in_use` when other rows name it
 */
export async function deleteRow(
  context: WriteContext,
  name: string,
  body: Readonly<Record<string, unknown>>,
): Promise<{ id: string }> {
  const { registry, caller, now, locale } = context
  const module = getModule(registry, caller, name, 'delete')
  const { id, version, problems } = readNamedRow(body, new Map(), visibleFields(caller, module, 'output'))
  if (problems.length > 0) throw createHttpError('validation.failed', { fields: problems })
  // A row that somebody else deleted meanwhile is no conflict: what the caller wanted has happened.
  const found = await lockRow(context, module, id)
  if (!found) throw createHttpError('not_found')
  const held = checkEditable(found)
  const allFields = Object.keys(module.definition.fields)
  await createStaleRowError(context, module, held, { version, given: {}, fields: allFields })
  const uses = await findReferencingModules(context, module, id)
  const modules = joinNames(
    uses.map(({ definition }) => definition.label[locale]),
    locale,
  )
  if (uses.length > 0) throw createHttpError('row.in_use', { params: { modules } })
  const change = { deed: 'delete', id, before: held.stored, values: {}, deletedAt: now }
  await storeRow(context, module, change)
  await afterDeletion(context, module, held)
  return { id }
}
