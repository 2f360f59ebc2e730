import { sql } from 'kysely'
import { toSqlCondition } from '../query/filter-sql.ts'
import { moduleTables } from '../../db/module-tables.ts'
import type { ServerModule } from '../schema/server-module.ts'
import { isAllowed } from '../schema/visible-fields.ts'
import { allFields } from './lock-row.ts'
import type { WriteContext } from '#server/engine/schema/write-hooks.ts'

/**
 * The modules of which a row names this one, among those that the caller works with. What others keep for themselves, as
 * notes, holds nothing up and is not told of.
 */
export async function findReferencingModules(
  context: Pick<WriteContext, 'trx' | 'registry' | 'caller'>,
  module: ServerModule,
  id: string,
): Promise<ServerModule[]> {
  const { trx, registry, caller } = context
  const uses: ServerModule[] = []
  for (const user of registry.modules) {
    if (!isAllowed(caller, user, 'list')) continue
    if (await namesRow(trx, user, module.definition.name, id)) uses.push(user)
  }
  return uses
}

async function namesRow(
  trx: WriteContext['trx'],
  { definition }: ServerModule,
  module: string,
  id: string,
): Promise<boolean> {
  const { name } = definition
  const scope = { kysely: moduleTables(trx), table: name, fields: allFields(definition) }
  const named = Object.entries(definition.fields)
    .filter(([, field]) => field.relation?.module === module)
    .map(([param]) => toSqlCondition(scope, { param, op: 'eq', value: id }))
  if (named.length === 0) return false
  // A row that names itself goes with itself.
  const isOther = name === module ? sql`${sql.ref(`${name}.id`)} <> ${id}` : sql`1 = 1`
  const { rows } = await sql`select 1 from ${sql.id(name)}
    where ${sql.ref(`${name}.deleted_at`)} is null and ${isOther} and (${sql.join(named, sql` or `)})
    limit 1`.execute(trx)
  return rows.length > 0
}
