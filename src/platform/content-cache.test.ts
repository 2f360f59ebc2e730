import { describe, expect, test, vi } from 'vitest'
import type { UseStore } from 'idb-keyval'
import { createContentCache, getUserContentKey, sealedName } from './content-cache.ts'

/** A store like IndexedDB: requests complete in a later task, then the transaction ends. */
function makeStore(): UseStore {
  const items = new Map<IDBValidKey, unknown>()
  return async (_mode, work) => {
    const transaction = new EventTarget()
    let open = 0
    const ask = (answer: () => unknown) => {
      open += 1
      const answered: { result: unknown; onsuccess: () => void } = { result: undefined, onsuccess: () => {} }
      const request = Object.assign(new EventTarget(), answered)
      setTimeout(() => {
        request.result = answer()
        request.dispatchEvent(new Event('success'))
        request.onsuccess()
        open -= 1
        if (open === 0) transaction.dispatchEvent(new Event('complete'))
      }, 0)
      return request
    }
    const store = {
      transaction,
      get: (key: string) => ask(() => structuredClone(items.get(key))),
      put: (value: unknown, key: string) => ask(() => items.set(key, structuredClone(value))),
      delete: (key: string) => ask(() => items.delete(key)),
    }
    return work(store as unknown as IDBObjectStore)
  }
}

/** A cache with room for `count` contents of one size, and a clock that advances at every read. */
function makeShelf(count: number, store = makeStore()) {
  let nowMs = 0
  const limitBytes = count * 2 * JSON.stringify(body('x')).length
  return createContentCache({ openStore: () => store, nowMs: () => (nowMs += 1), limitBytes })
}

const body = (letter: string) => ({ data: letter.repeat(100) })

/** Waits as many tasks as consecutive requests take. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve))
}

describe('a content cache', () => {
  test('returns what was stored, also in the next run', async () => {
    const store = makeStore()
    expect(await makeShelf(3, store).set([['a', { data: 1, etag: '"e"', asOfMs: 5 }]])).toBe(true)
    expect(await makeShelf(3, store).get('a')).toEqual({ data: 1, etag: '"e"', asOfMs: 5 })
    expect(await makeShelf(3, store).get('b')).toBeUndefined()
  })

  test('evicts the least recently used content, not the oldest', async () => {
    const shelf = makeShelf(3)
    for (const key of ['a', 'b', 'c']) await shelf.set([[key, body(key)]])
    await shelf.get('a')
    await settled()
    await shelf.set([['d', body('d')]])
    expect(await shelf.get('b')).toBeUndefined()
    for (const key of ['a', 'c', 'd']) expect(await shelf.get(key)).toEqual(body(key))
  })

  test('evicts prefetched content before opened content', async () => {
    const shelf = makeShelf(3)
    for (const key of ['a', 'b']) await shelf.set([[key, body(key)]])
    await shelf.set([['spare', body('s')]], 'spare')
    await shelf.set([['a', body('a')]], 'spare')
    await shelf.set([['c', body('c')]])
    expect(await shelf.get('spare')).toBeUndefined()
    for (const key of ['a', 'b', 'c']) expect(await shelf.get(key)).toEqual(body(key))
  })

  test('counts content that is stored again once', async () => {
    const shelf = makeShelf(2)
    await shelf.set([['a', body('a')]])
    for (let time = 0; time < 5; time += 1) await shelf.set([['b', body('b')]])
    expect(await shelf.get('a')).toEqual(body('a'))
  })

  test('removes content of the user and user content in clear, and nothing else', async () => {
    const shelf = makeShelf(5)
    const name = sealedName('ab12')
    const [own, others] = [getUserContentKey('1a', name), getUserContentKey('2b', name)]
    const inClear = getUserContentKey('2b', 'console/row/1')
    await shelf.set([own, others, inClear, 'article/1a'].map((key) => [key, body('x')]))
    await shelf.removeOwned((owner) => owner === '1a')
    expect(await shelf.get(own)).toBeUndefined()
    expect(await shelf.get(inClear)).toBeUndefined()
    for (const key of [others, 'article/1a']) expect(await shelf.get(key)).toEqual(body('x'))
  })

  test('has a limit of 20 MB, two bytes a character', async () => {
    const store = makeStore()
    let nowMs = 0
    const shelf = createContentCache({ openStore: () => store, nowMs: () => (nowMs += 1) })
    const large = { data: 'x'.repeat(2_400_000) }
    for (const key of ['a', 'b', 'c', 'd']) await shelf.set([[key, large]])
    expect(await shelf.get('a')).toEqual(large)
    await settled()
    await shelf.set([['e', large]])
    expect(await shelf.get('a')).toEqual(large)
    expect(await shelf.get('b')).toBeUndefined()
  })
})

describe('a browser whose IndexedDB', () => {
  test('never responds costs two seconds at most', async () => {
    vi.useFakeTimers()
    const shelf = createContentCache({ openStore: () => () => new Promise(() => {}), nowMs: () => 0 })
    const asked = Promise.all([shelf.get('a'), shelf.set([['a', body('a')]])])
    await vi.advanceTimersByTimeAsync(2000)
    expect(await asked).toEqual([undefined, false])
    vi.useRealTimers()
  })

  test('is blocked acts as an empty cache, and never throws', async () => {
    const shelf = createContentCache({ openStore: refuse, nowMs: () => 0 })
    expect(await shelf.get('a')).toBeUndefined()
    expect(await shelf.set([['a', body('a')]])).toBe(false)
    await shelf.removeOwned(() => true)
  })
})

function refuse(): UseStore {
  throw new DOMException('blocked', 'SecurityError')
}
