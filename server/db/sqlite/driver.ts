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
 * Kysely's driver over `node:sqlite` (docs/decisions/010). One connection writes, one reads: a read outside a transaction
 * never sees uncommitted writes. A transaction begins IMMEDIATE, so that it never fails halfway because another process
 * wrote in between. A read-only transaction has its own connection and blocks no writer.
 */
export class NodeSqliteDriver implements Driver {
  readonly #path: string
  readonly #timeoutMs: number | undefined
  readonly #lock: WriteLock
  #writer: StatementCache | undefined
  #group: GroupCommit | undefined
  #reader: StatementCache | undefined

  /**
   * @param path file of the database; its folder must exist
   * @param timeoutMs how long a write waits for other writes, in milliseconds
   */
  constructor(path: string, timeoutMs?: number) {
    this.#path = path
    this.#timeoutMs = timeoutMs
    this.#lock = createWriteLock(timeoutMs)
  }

  /** Opens the writing and the reading connection; both stay open until `destroy`. */
  async init(): Promise<void> {
    const writer = await retryWhileLocked(() => openWriter(this.#path), this.#timeoutMs)
    this.#writer = createStatementCache(writer)
    this.#group = new GroupCommit(writer, this.#lock, this.#timeoutMs)
    this.#reader = createStatementCache(openReader(this.#path))
  }

  async acquireConnection(): Promise<SqliteConnection> {
    if (!this.#writer || !this.#group || !this.#reader) throw new Error('the database is not open')
    return new SqliteConnection(this.#writer, this.#reader, this.#lock, this.#group)
  }

  async beginTransaction(connection: SqliteConnection, settings: TransactionSettings): Promise<void> {
    if (settings.accessMode === 'read only') await connection.beginRead(openReader(this.#path))
    else await connection.begin()
  }

  async commitTransaction(connection: SqliteConnection): Promise<void> {
    await connection.end('commit')
  }

  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    await connection.end('rollback')
  }

  async releaseConnection(): Promise<void> {
    // Connections share the two databases that stay open.
  }

  async destroy(): Promise<void> {
    this.#reader?.database.close()
    this.#writer?.database.close()
  }
}

/**
 * Opens the writing connection. SQLite's own timeout is 0, because it would block the event loop; `retryWhileLocked` waits
 * instead. A commit is on the disk when it returns (`synchronous = full`).
 */
function openWriter(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: 0 })
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on')
  return database
}

/** Opens a connection that only reads: the shared one, or that of a read-only transaction. */
function openReader(path: string): DatabaseSync {
  return new DatabaseSync(path, { readOnly: true, timeout: 0 })
}

/**
 * Kysely's connection, one object for each transaction or single query. In a transaction all statements run on the writing
 * connection, otherwise only those that write.
 */
export class SqliteConnection implements DatabaseConnection {
  readonly #writer: StatementCache
  readonly #reader: StatementCache
  readonly #lock: WriteLock
  readonly #group: GroupCommit
  /** Releases the write lock; set while this connection is in a writing transaction. */
  #unlock: (() => void) | undefined
  /** A database connection of its own; set while this connection is in a read-only transaction. */
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
  async beginRead(database: DatabaseSync): Promise<void> {
    // A plain "begin" reads nothing; the first read determines the snapshot.
    try {
      await retryWhileLocked(() => database.exec('begin; select 1 from sqlite_schema limit 1'))
    } catch (error) {
      database.close()
      throw error
    }
    this.#snapshot = createStatementCache(database)
  }

  /** Ends the transaction; the writing connection is free again whatever happens. Does nothing when it has ended. */
  async end(how: 'commit' | 'rollback'): Promise<void> {
    if (this.#snapshot) {
      this.#snapshot.database.close()
      this.#snapshot = undefined
      return
    }
    const unlock = this.#unlock
    if (!unlock) return
    this.#unlock = undefined
    let result: { durable: Promise<void> }
    try {
      result = await this.#group.end(how)
    } finally {
      unlock()
    }
    await result.durable
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#snapshot) return execute(this.#snapshot, query)
    if (this.#unlock) return execute(this.#writer, query)
    if (isRead(query)) return retryWhileLocked(() => execute<Row>(this.#reader, query))
    return this.#executeAlone(query)
  }

  /** Runs a write outside a transaction in its own transaction. */
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
    // Not a cached statement, which another query may run while this one is still being read.
    for (const row of database.prepare(query.sql).iterate(...query.parameters.map(toSqliteValue))) {
      yield { rows: [row as Row] }
    }
  }
}

/** Runs a statement. The number of rows that it returns counts as affected: a write returns those that it wrote. */
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

/** Checks for a statement that only reads; raw SQL counts as one when it begins with SELECT. */
function isRead({ query, sql }: CompiledQuery): boolean {
  return query.kind === 'SelectQueryNode' || (query.kind === 'RawNode' && /^\s*select\b/i.test(sql))
}

/**
 * Declares what this driver supports beyond Kysely's SQLite driver: one connection reads while another one writes, and DDL
 * is transactional.
 */
class NodeSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }

  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** Kysely's dialect for `node:sqlite`. @param timeoutMs how long a write waits for other writes, in milliseconds */
export function sqliteDialect(path: string, timeoutMs?: number): Dialect {
  return {
    createAdapter: () => new NodeSqliteAdapter(),
    createDriver: () => new NodeSqliteDriver(path, timeoutMs),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  }
}

/** Compiled statements per connection. Few statements are frequent; the others are lists with rare filters. */
const maxStatements = 400

/** A compiled statement. */
export interface CachedStatement {
  readonly statement: StatementSync
  /** True when it returns rows. Determined once, because reading a statement's metadata takes time. */
  readonly hasRows: boolean
}

/** A connection with its compiled statements; the least recently used are dropped first. */
export interface StatementCache {
  readonly database: DatabaseSync
  prepare(sql: string): CachedStatement
}

/** Creates the cache of a connection. */
export function createStatementCache(database: DatabaseSync): StatementCache {
  const statements = new LRUCache<string, CachedStatement>({ max: maxStatements })
  return {
    database,
    prepare: (sql) => {
      const cached = statements.get(sql)
      if (cached) return cached
      const compiled = compile(database, sql)
      statements.set(sql, compiled)
      return compiled
    },
  }
}

function compile(database: DatabaseSync, sql: string): CachedStatement {
  const statement = database.prepare(sql)
  return { statement, hasRows: statement.columns().length > 0 }
}

/** Converts a parameter: node:sqlite accepts neither booleans nor `undefined`. */
export function toSqliteValue(value: unknown): SQLInputValue {
  if (value === undefined) return null
  if (typeof value === 'boolean') return value ? 1 : 0
  return value as SQLInputValue
}
