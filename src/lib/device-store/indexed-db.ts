import { promisifyRequest } from 'idb-keyval'
import { StoreError, type KeyValueStore, type StoreChange } from './store.ts'

/** Timeout of IndexedDB in milliseconds. Some browsers never respond. */
const answerLimitMs = 2000
/** Timeout after a first timeout in milliseconds: shorter, so that a form does not wait long again and again. */
const silentLimitMs = 800

/** Slowest speed of reading and writing in bytes per millisecond, as on phones with full, cheap storage. */
const slowestBytesPerMs = 5000

const storeName = 'kv'

/** Opens a store in IndexedDB whose writes are durable before they resolve. */
export function openIndexedDb(name: string): KeyValueStore {
  let opening: Promise<IDBDatabase> | undefined
  let limitMs = answerLimitMs
  const open = () => {
    opening ??= openDatabase(name, () => (opening = undefined)).catch((error: unknown) => {
      opening = undefined
      throw error
    })
    return opening
  }
  /** Drops a connection that does not respond or was lost. The next use opens another one. */
  const giveUpConnection = () => {
    opening?.then((database) => database.close()).catch(() => undefined)
    opening = undefined
  }
  const begin: Begin = async (mode, isLate) => {
    const start = (database: IDBDatabase) => {
      isLate.throwIfAborted()
      return database.transaction(storeName, mode, { durability: 'strict' })
    }
    const database = await open()
    try {
      return start(database)
    } catch {
      isLate.throwIfAborted()
      giveUpConnection()
      return start(await open())
    }
  }
  const transact = <T>(mode: IDBTransactionMode, sizeBytes: number, work: Work<T>): Promise<T> =>
    withLimit(limitMs, (limit) => {
      limit.extend(sizeBytes / slowestBytesPerMs)
      return runIn(begin, mode, work, limit)
    }).then(
      (result) => {
        limitMs = answerLimitMs
        return result
      },
      (error: unknown) => {
        if (error instanceof StoreError && error.problem === 'silent') {
          limitMs = silentLimitMs
          giveUpConnection()
        }
        throw error
      },
    )
  return {
    change: (keys, decide) =>
      transact('readwrite', 0, async (store, limit) => {
        const change = decide(await getAll(store, keys))
        limit.extend(getSizeBytes(change) / slowestBytesPerMs)
        write(store, change)
        return change.result
      }),
    read: (keys, sizeBytes = 0) => transact('readonly', sizeBytes, (store) => getAll(store, keys)),
    keys: (prefix) =>
      transact('readonly', 0, async (store) => {
        const range = IDBKeyRange.bound(prefix, `${prefix}\uFFFF`)
        return (await promisifyRequest(store.getAllKeys(range))) as string[]
      }),
  }
}

/** A time limit. */
interface Limit {
  isLate: AbortSignal
  /** Extends the limit, when there is more work than expected. */
  extend: (byMs: number) => void
}

type Begin = (mode: IDBTransactionMode, isLate: AbortSignal) => Promise<IDBTransaction>
type Work<T> = (store: IDBObjectStore, limit: Limit) => Promise<T>

/** Returns the bytes of the files that a change writes. Other values are small. */
const getSizeBytes = ({ put = [] }: StoreChange<unknown>): number =>
  put.reduce((sum, [, value]) => sum + bytesIn(value), 0)

function bytesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce<number>(
    (sum, part: unknown) => (part instanceof ArrayBuffer ? sum + part.byteLength : sum),
    0,
  )
}

/** Opens a connection that closes when another tab upgrades the database. */
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

async function runIn<T>(begin: Begin, mode: IDBTransactionMode, work: Work<T>, limit: Limit): Promise<T> {
  const { isLate } = limit
  const transaction = await begin(mode, isLate)
  const ended = promisifyRequest(transaction)
  const giveUp = () => abort(transaction)
  isLate.addEventListener('abort', giveUp)
  try {
    const result = await work(transaction.objectStore(storeName), limit).catch((error: unknown) => {
      giveUp()
      // The rejection of the transaction repeats this error.
      ended.catch(() => undefined)
      throw transaction.error ?? error
    })
    // A read is complete before the transaction ends; only writes are not durable before.
    if (mode === 'readonly') ended.catch(() => undefined)
    else await ended
    return result
  } finally {
    isLate.removeEventListener('abort', giveUp)
  }
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort()
  } catch {
    // The transaction has ended already.
  }
}

/** Runs work with a time limit. @throws StoreError when it takes too long */
function withLimit<T>(limitMs: number, run: (limit: Limit) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      controller.abort(new StoreError('silent'))
      reject(new StoreError('silent'))
    }
    let endsAtMs = Date.now() + limitMs
    let timer = setTimeout(giveUp, limitMs)
    const extend = (byMs: number) => {
      endsAtMs += byMs
      clearTimeout(timer)
      timer = setTimeout(giveUp, Math.max(0, endsAtMs - Date.now()))
    }
    run({ isLate: controller.signal, extend })
      .then(resolve, (error: unknown) => reject(toStoreError(error)))
      .finally(() => clearTimeout(timer))
  })
}

function toStoreError(error: unknown): StoreError {
  if (error instanceof StoreError) return error
  const isFull = error instanceof Error && error.name === 'QuotaExceededError'
  return new StoreError(isFull ? 'full' : 'blocked', error)
}

const getAll = async <Value>(store: IDBObjectStore, keys: readonly string[]) =>
  (await Promise.all(keys.map((key) => promisifyRequest(store.get(key))))) as (Value | undefined)[]

function write<Result>(store: IDBObjectStore, { put = [], drop = [] }: StoreChange<Result>): void {
  for (const key of drop) store.delete(key)
  for (const [key, value] of put) store.put(value, key)
}
