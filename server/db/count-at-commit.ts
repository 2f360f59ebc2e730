import { CompiledQuery, PostgresAdapter, PostgresDriver, type DatabaseConnection, type Kysely } from 'kysely'
import { keepQuery } from './kept-query.ts'
import type { Tables } from './tables.ts'

/** Modules whose revision grows when the transaction on a connection ends well. */
const counted = new WeakMap<DatabaseConnection, Set<string>>()

/**
 * Counts a module's revision when the transaction commits. Until then whoever counted holds its row, and all who write the
 * module wait for it: on PostgreSQL it goes out with the commit, in one trip and in the order of the names, so that
 * nobody is waited for longer than the disk needs and no two wait for each other. On SQLite one transaction writes at a time
 * anyway, and without a transaction every statement is one.
 */
export async function countAtCommit(trx: Kysely<Tables>, module: string): Promise<void> {
  const executor = trx.getExecutor()
  if (!trx.isTransaction || !(executor.adapter instanceof PostgresAdapter)) return countNow(trx, module)
  await executor.provideConnection(async (connection) => {
    const modules = counted.get(connection) ?? new Set()
    counted.set(connection, modules.add(module))
  })
}

/** Counts a module's revision at once, and so keeps others who count it out until the transaction ends. */
export async function countNow(trx: Kysely<Tables>, module: string): Promise<void> {
  await count.run(trx, { module })
}

const count = keepQuery((kysely, { module }: { module: string }) =>
  kysely
    .insertInto('module_revisions')
    .values({ module, revision: 1 })
    .onConflict((conflict) =>
      conflict.column('module').doUpdateSet((eb) => ({ revision: eb('module_revisions.revision', '+', 1) })),
    )
    .compile(),
)

/** PostgreSQL's driver, whose commit counts first. */
export class CountingPostgresDriver extends PostgresDriver {
  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const modules = counted.get(connection)
    counted.delete(connection)
    if (!modules) return super.commitTransaction(connection)
    // Without parameters several statements go as one; after a failure of the first the second is not run.
    await connection.executeQuery(CompiledQuery.raw(`${countText(modules)}; commit`))
  }

  override async rollbackTransaction(
    connection: Parameters<PostgresDriver['rollbackTransaction']>[0],
  ): Promise<void> {
    counted.delete(connection)
    return super.rollbackTransaction(connection)
  }
}

function countText(modules: ReadonlySet<string>): string {
  const rows = [...modules].toSorted().map((module) => `('${module.replaceAll("'", "''")}', 1)`)
  return `insert into module_revisions (module, revision) values ${rows.join(', ')}
    on conflict (module) do update set revision = module_revisions.revision + 1`
}
