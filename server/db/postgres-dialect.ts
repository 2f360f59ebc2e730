import { PostgresDialect, type Dialect, type Driver } from 'kysely'
import { Pool, types, type PoolClient } from 'pg'
import { RevisionPostgresDriver } from './bump-revision.ts'
import { findStatementName } from './prepared-query.ts'

/** Connections of one server process; PostgreSQL's own default allows 100 to all. */
const poolSize = 10
/** How long a request waits for a connection, in milliseconds: a stopped database is reported within a second. */
const connectionTimeoutMs = 1000
/** Only on an overloaded database does a statement take this long, in milliseconds. */
const statementTimeoutMs = 15_000

/**
 * By default PostgreSQL assumes spinning disks and scans tables where an index is faster. `?options=` in the URL overrides
 * this.
 */
const plannerOptions = '-c random_page_cost=1.1'

/** OIDs of int8 and numeric, which pg returns as text. */
const int8 = 20
const numeric = 1700

/**
 * Kysely's dialect for PostgreSQL. Counts are numbers: none reaches 2^53.
 * @param url `postgres://…`
 * @param timeoutMs longest time of a statement in milliseconds, waiting for locks included; Infinity for no limit
 */
export function postgresDialect(
  url: string,
  timeoutMs = statementTimeoutMs,
): {
  dialect: Dialect
  connections: () => { busy: number; idle: number; waiting: number }
} {
  const pool = new Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: connectionTimeoutMs,
    ...(Number.isFinite(timeoutMs) && { statement_timeout: timeoutMs }),
    options: plannerOptions,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        findTypeParser(oid, format ?? 'text') as never,
    },
  })
  // A broken connection is replaced and its query fails; without a listener the error would end the process.
  pool.on('error', ignore)
  pool.on('connect', (client) => {
    client.on('error', ignore)
    nameStatements(client)
  })
  return {
    dialect: new RevisionPostgresDialect(pool),
    connections: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
  }
}

function ignore(): void {}

/** Sends named statements under their name (`prepared-query.ts`). */
function nameStatements(client: PoolClient): void {
  const query = client.query.bind(client) as (...args: readonly unknown[]) => unknown
  const named = (...[text, values, ...rest]: readonly unknown[]) => {
    const name = typeof text === 'string' ? findStatementName(text) : undefined
    return name === undefined ? query(text, values, ...rest) : query({ name, text, values }, ...rest)
  }
  client.query = named as typeof client.query
}

function findTypeParser(oid: number, format: 'text' | 'binary'): (value: string) => unknown {
  if (oid === int8 || oid === numeric) return Number
  return types.getTypeParser(oid, format) as (value: string) => unknown
}

class RevisionPostgresDialect extends PostgresDialect {
  readonly #pool: Pool

  constructor(pool: Pool) {
    super({ pool })
    this.#pool = pool
  }

  override createDriver(): Driver {
    return new RevisionPostgresDriver({ pool: this.#pool })
  }
}
