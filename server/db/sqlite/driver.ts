import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type TransactionSettings,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type Dialect,
} from 'kysely'
import { retryWhileLocked, createWriteLock, type WriteLock } from './write-lock.ts'
import { GroupCommit } from './group-commit.ts'
import { LRUCache } from 'lru-cache'

/**
 * Kysely's driver over `node:sqlite` (docs/decisions/010). One connection writes, one reads: what is read outside a
 * transaction never sees another's unfinished writes. A transaction begins IMMEDIATE, so that it never fails half-way
 * because another process wrote in between; one that only reads has a connection of its own and holds nobody up.
 */
export class NodeSqliteDriver implements Driver {
  readonly #path: string
  readonly #patience: number | undefined
  readonly #lock: WriteLock
  #writer: StatementCache | undefined
  #group: GroupCommit | undefined
  #reader: StatementCache | undefined

  /**
   * @param path file of the database; its folder must be there
   * @param patience how long a write waits for others, in milliseconds
   */
  constructor(path: string, patience?: number) {
    this.#path = path
    this.#patience = patience
    this.#lock = createWriteLock(patience)
  }

  async init(): Promise<void> {
    const writer = await retryWhileLocked(() => openWriter(this.#path), this.#patience)
    this.#writer = createStatementCache(writer)
    this.#group = new GroupCommit(writer, this.#lock, this.#patience)
    this.#reader = createStatementCache(openReader(this.#path))
  }

  async acquireConnection(): Promise<SqliteConnection> {
    if (!this.#writer || !this.#group || !this.#reader) throw new Error('the database is not open')
    return new SqliteConnection(this.#writer, this.#reader, this.#lock, this.#group)
  }

  async beginTransaction(connection: SqliteConnection, settings: TransactionSettings): Promise<void> {
    if (settings.accessMode === 'read only') await connection.beginReading(openReader(this.#path))
    else await connection.begin()
  }

  async commitTransaction(connection: SqliteConnection): Promise<void> {
    await connection.end('commit')
  }

  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    await connection.end('rollback')
  }

  async releaseConnection(): Promise<void> {
    // A connection is a view on the two that stay open.
  }

  async destroy(): Promise<void> {
    this.#reader?.database.close()
    this.#writer?.database.close()
  }
}

function openWriter(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: 0 })
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on')
  return database
}

function openReader(path: string): DatabaseSync {
  return new DatabaseSync(path, { readOnly: true, timeout: 0 })
}

/** Statements of one holder: in a transaction all go to the writing connection, else only those that write. */
export class SqliteConnection implements DatabaseConnection {
  readonly #writer: StatementCache
  readonly #reader: StatementCache
  readonly #lock: WriteLock
  readonly #group: GroupCommit
  #unlock: (() => void) | undefined
  #snapshot: StatementCache | undefined

  constructor(writer: StatementCache, reader: StatementCache, lock: WriteLock, group: GroupCommit) {
    this.#writer = writer
    this.#reader = reader
    this.#lock = lock
    this.#group = group
  }

  /** Waits for the writing connection and begins a transaction on it. */
  async begin(): Promise<void> {
    const unlock = await this.#lock.acquire()
    try {
      await this.#group.begin()
      this.#unlock = unlock
    } catch (error) {
      unlock()
      throw error
    }
  }

  /** Begins a transaction that sees the data as they are now, on a connection that is closed at its end. */
  async beginReading(database: DatabaseSync): Promise<void> {
    // A plain "begin" looks at nothing; the first read fixes what is seen.
    await retryWhileLocked(() => database.exec('begin; select 1 from sqlite_schema limit 1'))
    this.#snapshot = createStatementCache(database)
  }

  /** Ends the transaction; the writing connection is free again whatever happens. */
  async end(how: 'commit' | 'rollback'): Promise<void> {
    if (this.#snapshot) {
      this.#snapshot.database.close()
      this.#snapshot = undefined
      return
    }
    const unlock = this.#unlock
    if (!unlock) return
    this.#unlock = undefined
    let ended: { durable: Promise<void> }
    try {
      ended = await this.#group.end(how)
    } finally {
      unlock()
    }
    await ended.durable
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#snapshot) return execute(this.#snapshot, query)
    if (this.#unlock) return execute(this.#writer, query)
    if (isRead(query)) return retryWhileLocked(() => execute<Row>(this.#reader, query))
    return this.#executeAlone(query)
  }

  /** A write outside a transaction is one of its own. */
  async #executeAlone<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    await this.begin()
    try {
      const result = execute<Row>(this.#writer, query)
      await this.end('commit')
      return result
    } catch (error) {
      await this.end('rollback')
      throw error
    }
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    const { database } = this.#snapshot ?? (this.#unlock ? this.#writer : this.#reader)
    // A statement of its own: a kept one may be asked again while this one is still being read.
    for (const row of database.prepare(query.sql).iterate(...query.parameters.map(toSqliteValue))) {
      yield { rows: [row as Row] }
    }
  }
}

function execute<Row>(statements: StatementCache, query: CompiledQuery): QueryResult<Row> {
  const { statement, hasRows } = statements.prepare(query.sql)
  const parameters = query.parameters.map(toSqliteValue)
  if (hasRows) {
    const rows = statement.all(...parameters) as Row[]
    return { rows, numAffectedRows: BigInt(rows.length) }
  }
  const { changes, lastInsertRowid } = statement.run(...parameters)
  return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
}

/** Statements that surely only read; SQL written by hand counts when it begins with SELECT. */
function isRead({ query, sql }: CompiledQuery): boolean {
  return query.kind === 'SelectQueryNode' || (query.kind === 'RawNode' && /^\s*select\b/i.test(sql))
}

/**
 * What our driver can do beyond Kysely's own: one connection reads while the other writes, and SQLite's statements are
 * transactional, those that make tables too.
 */
class NodeSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }

  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** Kysely's dialect for `node:sqlite`. @param patience how long a write waits for others, in milliseconds */
export function sqliteDialect(path: string, patience?: number): Dialect {
  return {
    createAdapter: () => new NodeSqliteAdapter(),
    createDriver: () => new NodeSqliteDriver(path, patience),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  }
}

/** Statements that a connection keeps compiled; the app has far fewer, lists with odd filters make up the rest. */
const keptStatements = 400

/** A compiled statement. */
export interface CachedStatement {
  readonly statement: StatementSync
  /** Asked once: the answer describes every column. */
  readonly hasRows: boolean
}

/** A connection with its compiled statements, the least recently used of which go first. */
export interface StatementCache {
  readonly database: DatabaseSync
  prepare(sql: string): CachedStatement
}

export function createStatementCache(database: DatabaseSync): StatementCache {
  const kept = new LRUCache<string, CachedStatement>({ max: keptStatements })
  return {
    database,
    prepare: (sql) => {
      const known = kept.get(sql)
      if (known) return known
      const compiled = compile(database, sql)
      kept.set(sql, compiled)
      return compiled
    },
  }
}

function compile(database: DatabaseSync, sql: string): CachedStatement {
  const statement = database.prepare(sql)
  return { statement, hasRows: statement.columns().length > 0 }
}

/** A parameter as node:sqlite takes it: it knows neither booleans nor `undefined`. */
export function toSqliteValue(value: unknown): SQLInputValue {
  if (value === undefined) return null
  if (typeof value === 'boolean') return value ? 1 : 0
  return value as SQLInputValue
}
