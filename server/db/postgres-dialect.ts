import { PostgresDialect, type Dialect, type Driver } from 'kysely'
import { Pool, types, type PoolClient } from 'pg'
import { RevisionPostgresDriver } from './bump-revision.ts'
import { findStatementName } from './prepared-query.ts'

/** Connections of one server process; PostgreSQL's own default allows 100 to all. */
const poolSize = 10
/** How long a call waits for a connection, in milliseconds: a stopped database is told within a second. */
const connectionTimeoutMs = 1000
/** No statement of ours takes this long, in milliseconds, but on a database in trouble. */
const statementTimeoutMs = 15_000

/**
 * PostgreSQL reckons with turning disks unless it is told otherwise, and reads whole tables where an index would do. An
 * address with `?options=` of its own goes before.
 */
const plannerOptions = '-c random_page_cost=1.1'

/** Types by their numbers in PostgreSQL's catalogue: int8 and numeric, which pg leaves as text. */
const int8 = 20
const numeric = 1700

/**
 * Kysely's dialect for PostgreSQL. Counts come as numbers: none of ours reaches 2^53.
 * @param url `postgres://…`
 * @param busyTimeoutMs most milliseconds that a statement takes, its waiting for others included; Infinity for no end
 */
export function postgresDialect(
  url: string,
  patienceMs = statementTimeoutMs,
): {
  dialect: Dialect
  connections: () => { busy: number; idle: number; waiting: number }
} {
  const pool = new Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: connectionTimeoutMs,
    ...(Number.isFinite(patienceMs) && { statement_timeout: patienceMs }),
    options: plannerOptions,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') => parserOf(oid, format ?? 'text') as never,
    },
  })
  // A connection that breaks is replaced, and who waits on it is told; without listeners it would end the process.
  pool.on('error', ignore)
  pool.on('connect', (client) => {
    client.on('error', ignore)
    nameStatements(client)
  })
  return {
    dialect: new CountingPostgresDialect(pool),
    connections: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
  }
}

function ignore(): void {}

/** Statements with a name are sent under it. */
function nameStatements(client: PoolClient): void {
  const query = client.query.bind(client) as (...args: readonly unknown[]) => unknown
  const named = (...[text, values, ...rest]: readonly unknown[]) => {
    const name = typeof text === 'string' ? findStatementName(text) : undefined
    return name === undefined ? query(text, values, ...rest) : query({ name, text, values }, ...rest)
  }
  client.query = named as typeof client.query
}

function parserOf(oid: number, format: 'text' | 'binary'): (value: string) => unknown {
  if (oid === int8 || oid === numeric) return Number
  return types.getTypeParser(oid, format) as (value: string) => unknown
}

class CountingPostgresDialect extends PostgresDialect {
  readonly #pool: Pool

  constructor(pool: Pool) {
    super({ pool })
    this.#pool = pool
  }

  override createDriver(): Driver {
    return new RevisionPostgresDriver({ pool: this.#pool })
  }
}
