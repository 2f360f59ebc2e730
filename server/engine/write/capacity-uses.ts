import type { Kysely } from 'kysely'
import type { Tables } from '#server/db/client.ts'
import { prepareQuery } from '#server/db/prepared-query.ts'
import type { CapacityRule, ServerModule } from '../schema/server-module.ts'

/** Rows that take a place of one row, by a rule of their module. */
interface Use {
  module: string
  relation: string
  target: string
}

const uses = prepareQuery((kysely, { module, relation, target }: Use) =>
  kysely
    .selectFrom('capacity_uses')
    .select('row_id')
    .where('module', '=', module)
    .where('relation', '=', relation)
    .where('target', '=', target)
    .compile(),
)

const countOfUses = prepareQuery((kysely, { module, relation, target, row }: Use & { row: string }) =>
  kysely
    .selectFrom('capacity_uses')
    .select((eb) => eb.fn.countAll<number>().as('rows'))
    .where('module', '=', module)
    .where('relation', '=', relation)
    .where('target', '=', target)
    .where('row_id', '<>', row)
    .compile(),
)

/** Ids of the rows that take a place of a row. */
export async function listUses(
  kysely: Kysely<Tables>,
  { definition }: ServerModule,
  { relation }: CapacityRule,
  target: string,
): Promise<string[]> {
  const rows = await uses.run(kysely, { module: definition.name, relation, target })
  return rows.map(({ row_id }) => row_id)
}

/** How many rows take a place of a row, without one of them. */
export async function countUses(
  kysely: Kysely<Tables>,
  { definition }: ServerModule,
  { relation }: CapacityRule,
  { target, except }: { target: string; except: string },
): Promise<number> {
  const [row] = await countOfUses.run(kysely, { module: definition.name, relation, target, row: except })
  return row?.rows ?? 0
}
