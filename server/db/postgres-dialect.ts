import { PostgresDialect, type Dialect, type Driver } from 'kysely'
import { Pool, types, type PoolClient } from 'pg'
import { RevisionPostgresDriver } from './bump-revision.ts'
import { findStatementName } from './prepared-query.ts'

/** Connections of one server process; PostgreSQL's own default allows 100 to all. */
const poolSize = 10
/** How long a request waits for a connection, in milliseconds: a stopped database is reported within a second. */
const connectionTimeoutMs = 1000
/** Default of the longest time of a statement, in milliseconds; only an overloaded database needs as long. */
const statementTimeoutMs = 15_000

/**
 * By default PostgreSQL assumes spinning disks and scans tables where an index is faster. `?options=` in the URL overrides
 * this.
 */
const plannerOptions = '-c random_page_cost=1.1'

/** OIDs of int8 and numeric, which pg returns as text. */
const int8Oid = 20
const numericOid = 1700

/**
 * Creates Kysely's dialect for PostgreSQL. It returns int8 and numeric as numbers: no value reaches 2^53.
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
    sendStatementNames(client)
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

/**
 * Makes a client send the statements that have a name (`prepared-query.ts`) as named prepared statements. Kysely calls
 * `query(text, values)` and cannot pass a name itself.
 */
function sendStatementNames(client: PoolClient): void {
  const query = client.query.bind(client) as (...args: readonly unknown[]) => unknown
  const queryWithName = (...[text, values, ...rest]: readonly unknown[]) => {
    const name = typeof text === 'string' ? findStatementName(text) : undefined
    return name === undefined ? query(text, values, ...rest) : query({ name, text, values }, ...rest)
  }
  client.query = queryWithName as typeof client.query
}

function findTypeParser(oid: number, format: 'text' | 'binary'): (value: string) => unknown {
  if (oid === int8Oid || oid === numericOid) return Number
  return types.getTypeParser(oid, format) as (value: string) => unknown
}

/** Kysely's dialect with the driver that increments revisions at the commit. */
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
