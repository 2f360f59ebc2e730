import {
  CompiledQuery,
  PostgresAdapter,
  PostgresDriver,
  sql,
  type DatabaseConnection,
  type Kysely,
} from 'kysely'
import type { Tables } from './tables.ts'

/** By connection: modules whose revision its commit increments, each with the latest time of a write. */
const pendingBumps = new WeakMap<DatabaseConnection, Map<string, string>>()

/**
 * Clause for a module that has a row. `published_until` only grows, so that a server whose clock is behind hides no
 * published row.
 */
const onConflictSql = `on conflict (module) do update set revision = module_revisions.revision + 1,
    published_until = case when excluded.published_until > module_revisions.published_until
      then excluded.published_until else module_revisions.published_until end`

/** For a write that publishes nothing by its time: it sorts before every instant and so changes no `published_until`. */
const noTime = ''

/**
 * Increments a module's revision when the transaction commits; use {@link bumpRevision} only where other writers must wait
 * from now on. The update locks the revision's row. On PostgreSQL it is therefore sent together with the commit, in one
 * round trip: otherwise all other writers of the module would wait for the rest of this transaction. It is sent in the
 * order of the modules' names, so that two transactions never deadlock. SQLite has one writing transaction at a time.
 * @param at time of the write, an instant: rows whose publication time is not later count as public
 */
export async function bumpModuleRevisionOnCommit(
  trx: Kysely<Tables>,
  module: string,
  at = noTime,
): Promise<void> {
  const executor = trx.getExecutor()
  if (!trx.isTransaction || !(executor.adapter instanceof PostgresAdapter))
    return bumpRevision(trx, module, at)
  await executor.provideConnection(async (connection) => {
    const modules = pendingBumps.get(connection) ?? new Map<string, string>()
    const latestAt = modules.get(module) ?? noTime
    pendingBumps.set(connection, modules.set(module, latestAt > at ? latestAt : at))
  })
}

/**
 * Increments a module's revision now; until the transaction ends, other transactions that do so wait.
 * @param at as for {@link bumpModuleRevisionOnCommit}
 */
export async function bumpRevision(trx: Kysely<Tables>, module: string, at = noTime): Promise<void> {
  await sql`insert into module_revisions (module, revision, published_until) values (${module}, 1, ${at})
    ${sql.raw(onConflictSql)}`.execute(trx)
}

/** Kysely's PostgreSQL driver; its commit increments the revisions first. */
export class RevisionPostgresDriver extends PostgresDriver {
  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const modules = pendingBumps.get(connection)
    pendingBumps.delete(connection)
    if (!modules) return super.commitTransaction(connection)
    // Statements without parameters can be sent in one message; when the first fails, PostgreSQL skips the second.
    await connection.executeQuery(CompiledQuery.raw(`${formatBumpSql(modules)}; commit`))
  }

  override async rollbackTransaction(
    connection: Parameters<PostgresDriver['rollbackTransaction']>[0],
  ): Promise<void> {
    pendingBumps.delete(connection)
    return super.rollbackTransaction(connection)
  }
}

function formatBumpSql(modules: ReadonlyMap<string, string>): string {
  const rows = [...modules.keys()]
    .toSorted()
    .map((module) => `(${quoteLiteral(module)}, 1, ${quoteLiteral(modules.get(module) ?? noTime)})`)
  return `insert into module_revisions (module, revision, published_until) values ${rows.join(', ')} ${onConflictSql}`
}

const quoteLiteral = (text: string): string => `'${text.replaceAll("'", "''")}'`
