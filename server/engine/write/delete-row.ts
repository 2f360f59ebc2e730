import { joinNames } from '#contract/locale.ts'
import { createHttpError } from '#server/errors.ts'
import { getModule } from '../query/access.ts'
import { visibleFields, isAllowed } from '../schema/visible-fields.ts'
import { checkEditable } from './edit-row.ts'
import { lockRow, allFields } from './lock-row.ts'
import { readNamedRow } from './read-body.ts'
import { runDeletionHook } from './save-row.ts'
import { checkNotStale } from './row-response.ts'
import { storeRow } from './store-rows.ts'
import type { WriteContext } from '#server/engine/schema/write-hooks.ts'
import { sql } from 'kysely'
import { toSqlCondition } from '../query/filter-sql.ts'
import { moduleTables } from '../../db/module-tables.ts'
import type { ServerModule } from '../schema/server-module.ts'

/**
 * `POST /front/delete/{module}`: deletes a row, which can be restored for 30 days.
 * @throws HttpError `not_found`; `action.state`; `row.stale` when the row has changed since the version in the body;
 * `row.in_use` when other rows reference it
 */
export async function deleteRow(
  context: WriteContext,
  name: string,
  body: Readonly<Record<string, unknown>>,
): Promise<{ id: string }> {
  const { registry, caller, now, locale } = context
  const module = getModule(registry, caller, name, 'delete')
  const { id, version, issues } = readNamedRow(body, new Map(), visibleFields(caller, module, 'output'))
  if (issues.length > 0) throw createHttpError('validation.failed', { fields: issues })
  // `not_found` for a row that another user has deleted, not the conflict `row.deleted`: the caller wants it deleted too.
  const foundRow = await lockRow(context, module, id)
  if (!foundRow) throw createHttpError('not_found')
  const locked = checkEditable(foundRow)
  // A change of any field by another user is a conflict.
  const fieldKeys = Object.keys(module.definition.fields)
  await checkNotStale(context, module, locked, { version, input: {}, fields: fieldKeys })
  const referencingModules = await findReferencingModules(context, module, id)
  const modules = joinNames(
    referencingModules.map(({ definition }) => definition.label[locale]),
    locale,
  )
  if (referencingModules.length > 0) throw createHttpError('row.in_use', { params: { modules } })
  const change = { operation: 'delete', id, before: locked.stored, values: {}, deletedAt: now }
  await storeRow(context, module, change)
  await runDeletionHook(context, module, locked)
  return { id }
}

/**
 * Finds the modules with rows that reference this one, among the modules that the caller may list. Private rows of other users,
 * such as notes, neither prevent a deletion nor are reported.
 */
export async function findReferencingModules(
  context: Pick<WriteContext, 'trx' | 'registry' | 'caller'>,
  module: ServerModule,
  id: string,
): Promise<ServerModule[]> {
  const { trx, registry, caller } = context
  const referencingModules: ServerModule[] = []
  for (const otherModule of registry.modules) {
    if (!isAllowed(caller, otherModule, 'list')) continue
    if (await hasReferenceTo(trx, otherModule, module.definition.name, id))
      referencingModules.push(otherModule)
  }
  return referencingModules
}

/** True when a row of `definition` references the row `id` of the module named `module`. */
async function hasReferenceTo(
  trx: WriteContext['trx'],
  { definition }: ServerModule,
  module: string,
  id: string,
): Promise<boolean> {
  const { name } = definition
  const scope = { kysely: moduleTables(trx), table: name, fields: allFields(definition) }
  const conditions = Object.entries(definition.fields)
    .filter(([, field]) => field.relation?.module === module)
    .map(([param]) => toSqlCondition(scope, { param, op: 'eq', value: id }))
  if (conditions.length === 0) return false
  // A row that references itself can be deleted.
  const isOtherRow = name === module ? sql`${sql.ref(`${name}.id`)} <> ${id}` : sql`1 = 1`
  const { rows } = await sql`select 1 from ${sql.id(name)}
    where ${sql.ref(`${name}.deleted_at`)} is null and ${isOtherRow} and (${sql.join(conditions, sql` or `)})
    limit 1`.execute(trx)
  return rows.length > 0
}
