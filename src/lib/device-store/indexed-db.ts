import { promisifyRequest } from 'idb-keyval'
import { StoreError, type KeyValueStore, type StoreChange } from './store.ts'

/** Longest wait for IndexedDB, in milliseconds (offline.md 1). What has not happened by then will not. */
const answerLimitMs = 2000
/** The same once it has not answered: a form must not wait long again and again, and a slow phone needs some time. */
const silentLimitMs = 800

/** Slowest writing and reading that is waited for, in bytes a millisecond: phones with full, cheap storage. */
const slowestBytesPerMs = 5000

const storeName = 'kv'

/** A store in IndexedDB whose writes are on the disk before they count as done, also when the battery dies. */
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
  /** A connection that does not answer, or that the phone took away, may never do again; a new one may. */
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
    within(limitMs, (limit) => {
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
        limit.extend(sizeOf(change) / slowestBytesPerMs)
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

/** How long something may take. */
interface Limit {
  isLate: AbortSignal
  /** More of it has to be done than was known. */
  extend: (byMs: number) => void
}

type Begin = (mode: IDBTransactionMode, isLate: AbortSignal) => Promise<IDBTransaction>
type Work<T> = (store: IDBObjectStore, limit: Limit) => Promise<T>

/** Bytes of the files that a change writes; all else is small. */
const sizeOf = ({ put = [] }: StoreChange<unknown>): number =>
  put.reduce((sum, [, value]) => sum + bytesIn(value), 0)

function bytesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce<number>(
    (sum, part: unknown) => (part instanceof ArrayBuffer ? sum + part.byteLength : sum),
    0,
  )
}

/** A place that is open in an old tab must not keep a newer version of the app from changing it. */
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
      // The end of the transaction says the same once more.
      ended.catch(() => undefined)
      throw transaction.error ?? error
    })
    // What was read is known; only what was written is not on the disk before the end.
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
    // It has ended already.
  }
}

/** Runs something, and gives it up when it takes too long. @throws StoreError */
function within<T>(limitMs: number, run: (limit: Limit) => Promise<T>): Promise<T> {
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
