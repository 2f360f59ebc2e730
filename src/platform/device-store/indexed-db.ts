import { promisifyRequest } from 'idb-keyval'
import { StoreError, type KeyValueStore, type StoreChange } from './store.ts'

/** Timeout of IndexedDB in milliseconds. Some browsers never respond. */
const timeoutMs = 2000
/** Timeout after a first timeout in milliseconds: shorter, so that a form does not wait long again and again. */
const shortTimeoutMs = 800

/** Slowest speed of reading and writing in bytes per millisecond, as on phones with full, cheap storage. */
const slowestBytesPerMs = 5000

/** Name of the one object store of each database. */
const storeName = 'kv'

/**
 * Creates a store over a database of IndexedDB. It opens at the first use. Writes are durable before they resolve.
 * @param name name of the database, which has one object store
 */
export function openIndexedDb(name: string): KeyValueStore {
  /** The open connection, or the attempt to open one. Undefined before the first use, and after a failure. */
  let connection: Promise<IDBDatabase> | undefined
  let currentTimeoutMs = timeoutMs
  const open = () => {
    connection ??= openDatabase(name, () => (connection = undefined)).catch((error: unknown) => {
      connection = undefined
      throw error
    })
    return connection
  }
  /** Drops a connection that does not respond or was lost. The next use opens another one. */
  const dropConnection = () => {
    connection?.then((database) => database.close()).catch(() => undefined)
    connection = undefined
  }
  const beginTransaction: BeginTransaction = async (mode, timeoutSignal) => {
    const start = (database: IDBDatabase) => {
      timeoutSignal.throwIfAborted()
      return database.transaction(storeName, mode, { durability: 'strict' })
    }
    const database = await open()
    try {
      return start(database)
    } catch {
      // The browser may have closed the connection without an event. One retry opens another.
      timeoutSignal.throwIfAborted()
      dropConnection()
      return start(await open())
    }
  }
  const transact = <T>(mode: IDBTransactionMode, sizeBytes: number, work: Work<T>): Promise<T> =>
    withTimeout(currentTimeoutMs, (timeout) => {
      timeout.extend(sizeBytes / slowestBytesPerMs)
      return runInTransaction(beginTransaction, mode, work, timeout)
    }).then(
      (result) => {
        currentTimeoutMs = timeoutMs
        return result
      },
      (error: unknown) => {
        if (error instanceof StoreError && error.reason === 'silent') {
          currentTimeoutMs = shortTimeoutMs
          dropConnection()
        }
        throw error
      },
    )
  return {
    change: (keys, decide) =>
      transact('readwrite', 0, async (store, timeout) => {
        const change = decide(await getAll(store, keys))
        timeout.extend(getSizeBytes(change) / slowestBytesPerMs)
        write(store, change)
        return change.result
      }),
    read: (keys, sizeBytes = 0) => transact('readonly', sizeBytes, (store) => getAll(store, keys)),
    keys: (prefix) =>
      transact('readonly', 0, async (store) => {
        // U+FFFF sorts after every character that a key may have.
        const range = IDBKeyRange.bound(prefix, `${prefix}\uFFFF`)
        return (await promisifyRequest(store.getAllKeys(range))) as string[]
      }),
  }
}

/** A timeout that can be extended. */
interface Timeout {
  /** Aborts with a StoreError `silent` when the time is over. */
  timeoutSignal: AbortSignal
  /** Extends the timeout for more work. */
  extend: (byMs: number) => void
}

/** Begins a transaction over the store. It throws the signal's reason when the time is over before. */
type BeginTransaction = (mode: IDBTransactionMode, timeoutSignal: AbortSignal) => Promise<IDBTransaction>
/** The requests of one transaction. It may await only these requests, otherwise the browser commits in between. */
type Work<T> = (store: IDBObjectStore, timeout: Timeout) => Promise<T>

/** Returns the bytes of the files that a change writes. Values without a file count 0, since they are small. */
const getSizeBytes = ({ put = [] }: StoreChange<unknown>): number =>
  put.reduce((sum, [, value]) => sum + countBufferBytes(value), 0)

/** Sums the ArrayBuffers among the members of a value: sealed files are objects with one. */
function countBufferBytes(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce<number>(
    (sum, member: unknown) => (member instanceof ArrayBuffer ? sum + member.byteLength : sum),
    0,
  )
}

/**
 * Opens a connection. It closes when another tab upgrades or deletes the database, which would wait for it otherwise.
 * @param onClosed called when the connection is closed, for whichever reason
 */
async function openDatabase(name: string, onClosed: () => void): Promise<IDBDatabase> {
  const request = indexedDB.open(name)
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(storeName))
  const database = await promisifyRequest(request)
  database.addEventListener('close', onClosed)
  database.addEventListener('versionchange', () => {
    database.close()
    onClosed()
  })
  return database
}

/**
 * Runs work in one transaction. Settles when its result is certain: for writes, when they are durable.
 * @throws the error of the transaction or of the work
 */
async function runInTransaction<T>(
  beginTransaction: BeginTransaction,
  mode: IDBTransactionMode,
  work: Work<T>,
  timeout: Timeout,
): Promise<T> {
  const { timeoutSignal } = timeout
  const transaction = await beginTransaction(mode, timeoutSignal)
  const completion = promisifyRequest(transaction)
  const abortTransaction = () => abortIfActive(transaction)
  timeoutSignal.addEventListener('abort', abortTransaction)
  try {
    const result = await work(transaction.objectStore(storeName), timeout).catch((error: unknown) => {
      abortTransaction()
      // The rejection of the transaction repeats this error.
      completion.catch(() => undefined)
      // The transaction's error names the cause, such as a full disk. The request only reports that it was aborted.
      throw transaction.error ?? error
    })
    // Writes are durable when the transaction completes. A read has its values already, so it need not wait.
    if (mode === 'readonly') completion.catch(() => undefined)
    else await completion
    return result
  } finally {
    timeoutSignal.removeEventListener('abort', abortTransaction)
  }
}

function abortIfActive(transaction: IDBTransaction): void {
  try {
    transaction.abort()
  } catch {
    // The transaction has ended already.
  }
}

/** Runs work with a time limit. @throws StoreError for every failure, `silent` when it takes too long */
function withTimeout<T>(currentTimeoutMs: number, run: (timeout: Timeout) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  return new Promise((resolve, reject) => {
    const handleTimeout = () => {
      controller.abort(new StoreError('silent'))
      reject(new StoreError('silent'))
    }
    let endsAtMs = Date.now() + currentTimeoutMs
    let timer = setTimeout(handleTimeout, currentTimeoutMs)
    const extend = (byMs: number) => {
      endsAtMs += byMs
      clearTimeout(timer)
      timer = setTimeout(handleTimeout, Math.max(0, endsAtMs - Date.now()))
    }
    run({ timeoutSignal: controller.signal, extend })
      .then(resolve, (error: unknown) => reject(toStoreError(error)))
      .finally(() => clearTimeout(timer))
  })
}

/** A full disk has its own reason, because the user can do something about it. Every other error counts as `blocked`. */
function toStoreError(error: unknown): StoreError {
  if (error instanceof StoreError) return error
  const isFull = error instanceof Error && error.name === 'QuotaExceededError'
  return new StoreError(isFull ? 'full' : 'blocked', error)
}

/** Reads values in the order of the keys. */
const getAll = async <Value>(store: IDBObjectStore, keys: readonly string[]) =>
  (await Promise.all(keys.map((key) => promisifyRequest(store.get(key))))) as (Value | undefined)[]

/** Requests the writes of a change. The caller waits for the transaction. */
function write<Result>(store: IDBObjectStore, { put = [], drop = [] }: StoreChange<Result>): void {
  for (const key of drop) store.delete(key)
  for (const [key, value] of put) store.put(value, key)
}
