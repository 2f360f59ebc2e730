import { promisifyRequest } from 'idb-keyval'
import { StoreError, type KeyedStore, type StoreChange } from './store.ts'

/** Longest wait for IndexedDB, in milliseconds (offline.md 1). What has not happened by then will not. */
const answerLimitMs = 2000
/** The same once it has not answered: a form must not wait long again and again, and a slow phone needs some time. */
const silentLimitMs = 800

const storeName = 'kv'

/** A store in IndexedDB whose writes are on the disk before they count as done, also when the battery dies. */
export function openIndexedDb(name: string): KeyedStore {
  let opening: Promise<IDBDatabase> | undefined
  let limitMs = answerLimitMs
  const open = () => {
    opening ??= openDatabase(name, () => (opening = undefined)).catch((error: unknown) => {
      opening = undefined
      throw error
    })
    return opening
  }
  const transact = <T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => Promise<T>): Promise<T> =>
    within(limitMs, (isLate) => runIn(open, mode, work, isLate)).then(
      (result) => {
        limitMs = answerLimitMs
        return result
      },
      (error: unknown) => {
        if (error instanceof StoreError && error.problem === 'silent') limitMs = silentLimitMs
        throw error
      },
    )
  return {
    change: (keys, decide) =>
      transact('readwrite', async (store) => {
        const change = decide(await getAll(store, keys))
        write(store, change)
        return change.result
      }),
    read: (keys) => transact('readonly', (store) => getAll(store, keys)),
    keys: (prefix) =>
      transact('readonly', async (store) => {
        const range = IDBKeyRange.bound(prefix, `${prefix}\uFFFF`)
        return (await promisifyRequest(store.getAllKeys(range))) as string[]
      }),
  }
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

async function runIn<T>(
  open: () => Promise<IDBDatabase>,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => Promise<T>,
  isLate: AbortSignal,
): Promise<T> {
  const database = await open()
  isLate.throwIfAborted()
  const transaction = database.transaction(storeName, mode, { durability: 'strict' })
  const ended = promisifyRequest(transaction)
  const giveUp = () => abort(transaction)
  isLate.addEventListener('abort', giveUp)
  try {
    const result = await work(transaction.objectStore(storeName)).catch((error: unknown) => {
      giveUp()
      // The end of the transaction says the same once more.
      ended.catch(() => undefined)
      throw transaction.error ?? error
    })
    await ended
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
function within<T>(limitMs: number, run: (isLate: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      controller.abort(new StoreError('silent'))
      reject(new StoreError('silent'))
    }, limitMs)
    run(controller.signal)
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
