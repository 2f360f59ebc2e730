import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openIndexedDb } from './indexed-db.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** How a connection responds: after a delay, or with an error when a transaction starts. */
type Connection = { afterMs: number } | 'lost'

/** An IndexedDB that returns one of these connections at each opening; undefined means no response. */
function stubDatabase(connections: (Connection | undefined)[]): Map<string, unknown> {
  const values = new Map<string, unknown>()
  vi.stubGlobal('indexedDB', {
    open: () => {
      const connection = connections.shift()
      return connection ? answering(makeDatabase(values, connection), 0) : new EventTarget()
    },
  })
  return values
}

function makeDatabase(values: Map<string, unknown>, connection: Connection) {
  return Object.assign(new EventTarget(), {
    close: () => undefined,
    transaction() {
      if (connection === 'lost') throw new DOMException('the connection is gone', 'InvalidStateError')
      const { afterMs } = connection
      const objectStore = () => ({
        get: (key: string) => answering(values.get(key), 0),
        put: (value: unknown, key: string) => values.set(key, value),
        delete: (key: string) => values.delete(key),
      })
      const ended = answering(undefined, afterMs)
      return Object.assign(ended, { objectStore, error: null, abort: () => undefined })
    },
  })
}

/** A request or transaction whose completion idb-keyval can await. */
function answering(result: unknown, afterMs: number) {
  const request: { result: unknown; onsuccess?: () => void } = Object.assign(new EventTarget(), { result })
  setTimeout(() => request.onsuccess?.(), afterMs)
  return request
}

/** Advances the timers until the work settles. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  work.catch(() => undefined)
  await vi.advanceTimersByTimeAsync(20_000)
  return work
}

test('after an opening that hangs the next use opens another connection', async () => {
  const values = stubDatabase([undefined, { afterMs: 0 }])
  values.set('a', 1)
  const store = openIndexedDb('outbox')
  await expect(inTime(store.read(['a']))).rejects.toMatchObject({ reason: 'silent' })
  expect(await inTime(store.read(['a']))).toEqual([1])
})

test('a connection that was lost is opened again at once', async () => {
  const values = stubDatabase(['lost', { afterMs: 0 }])
  values.set('a', 1)
  expect(await inTime(openIndexedDb('outbox').read(['a']))).toEqual([1])
})

test('large files get the time that they need on a slow phone, small values do not', async () => {
  stubDatabase([{ afterMs: 5000 }, { afterMs: 5000 }])
  const store = openIndexedDb('outbox')
  const writing = (bytes: number) =>
    store.change<unknown, string>([], () => ({
      result: 'kept',
      put: [['file', { kind: 'sealed', data: new ArrayBuffer(bytes) }]],
    }))
  expect(await inTime(writing(20_000_000))).toBe('kept')
  await expect(inTime(writing(1000))).rejects.toMatchObject({ reason: 'silent' })
})
