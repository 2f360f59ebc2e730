import {
  CompiledQuery,
  PostgresAdapter,
  PostgresDriver,
  sql,
  type DatabaseConnection,
  type Kysely,
} from 'kysely'
import { prepareQuery } from './prepared-query.ts'
import type { Tables } from './tables.ts'

/** Modules whose revision grows when the transaction on a connection ends well, each with the time of its writes. */
const counted = new WeakMap<DatabaseConnection, Map<string, string>>()

/** What was public stays so, whichever of two servers' clocks is behind. */
const onCounted = `on conflict (module) do update set revision = module_revisions.revision + 1,
    published_until = case when excluded.published_until > module_revisions.published_until
      then excluded.published_until else module_revisions.published_until end`

/** Of a count that says no time: before every instant. */
const noTime = ''

/**
 * Counts a module's revision when the transaction commits. Until then whoever counted holds its row, and all who write the
 * module wait for it: on PostgreSQL it goes out with the commit, in one trip and in the order of the names, so that
 * nobody is waited for longer than the disk needs and no two wait for each other. On SQLite one transaction writes at a time
 * anyway, and without a transaction every statement is one.
 * @param at the time of the write, an instant: rows to be public by then are so with this count
 */
export async function bumpRevisionOnCommit(trx: Kysely<Tables>, module: string, at = noTime): Promise<void> {
  const executor = trx.getExecutor()
  if (!trx.isTransaction || !(executor.adapter instanceof PostgresAdapter))
    return bumpRevision(trx, module, at)
  await executor.provideConnection(async (connection) => {
    const modules = counted.get(connection) ?? new Map<string, string>()
    const known = modules.get(module) ?? noTime
    counted.set(connection, modules.set(module, known > at ? known : at))
  })
}

/** Counts a module's revision at once, and so keeps others who count it out until the transaction ends. */
export async function bumpRevision(trx: Kysely<Tables>, module: string, at = noTime): Promise<void> {
  await count.run(trx, { module, at })
}

const count = prepareQuery((kysely, { module, at }: { module: string; at: string }) =>
  sql`insert into module_revisions (module, revision, published_until) values (${module}, 1, ${at})
    ${sql.raw(onCounted)}`.compile(kysely),
)

/** PostgreSQL's driver, whose commit counts first. */
export class RevisionPostgresDriver extends PostgresDriver {
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

function countText(modules: ReadonlyMap<string, string>): string {
  const rows = [...modules.keys()]
    .toSorted()
    .map((module) => `(${quote(module)}, 1, ${quote(modules.get(module) ?? noTime)})`)
  return `insert into module_revisions (module, revision, published_until) values ${rows.join(', ')} ${onCounted}`
}

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`
