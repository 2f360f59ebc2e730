import { describe, expect, test, vi } from 'vitest'
import type { UseStore } from 'idb-keyval'
import { createContentCache, getUserContentKey, sealedName } from './content-cache.ts'

/** A store like IndexedDB's, as far as the shelf uses it: requests answer in a later task, then the transaction ends. */
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

/** A shelf that has room for `count` bodies of one size, with a clock that steps at every look. */
function makeShelf(count: number, store = makeStore()) {
  let nowMs = 0
  const limitBytes = count * 2 * JSON.stringify(body('x')).length
  return createContentCache({ openStore: () => store, nowMs: () => (nowMs += 1), limitBytes })
}

const body = (letter: string) => ({ data: letter.repeat(100) })

/** After as many turns of the event loop as requests that follow each other take. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve))
}

describe('a shelf', () => {
  test('answers what was kept, also in the next run', async () => {
    const store = makeStore()
    expect(await makeShelf(3, store).setBodies([['a', { data: 1, etag: '"e"', asOfMs: 5 }]])).toBe(true)
    expect(await makeShelf(3, store).getBody('a')).toEqual({ data: 1, etag: '"e"', asOfMs: 5 })
    expect(await makeShelf(3, store).getBody('b')).toBeUndefined()
  })

  test('that is full lets the least recently used body go, not the oldest', async () => {
    const shelf = makeShelf(3)
    for (const key of ['a', 'b', 'c']) await shelf.setBodies([[key, body(key)]])
    await shelf.getBody('a')
    await settled()
    await shelf.setBodies([['d', body('d')]])
    expect(await shelf.getBody('b')).toBeUndefined()
    for (const key of ['a', 'c', 'd']) expect(await shelf.getBody(key)).toEqual(body(key))
  })

  test('lets go what nobody opened before all that somebody did, though it came last', async () => {
    const shelf = makeShelf(3)
    for (const key of ['a', 'b']) await shelf.setBodies([[key, body(key)]])
    await shelf.setBodies([['spare', body('s')]], 'spare')
    await shelf.setBodies([['a', body('a')]], 'spare')
    await shelf.setBodies([['c', body('c')]])
    expect(await shelf.getBody('spare')).toBeUndefined()
    for (const key of ['a', 'b', 'c']) expect(await shelf.getBody(key)).toEqual(body(key))
  })

  test('counts a body that is kept again once', async () => {
    const shelf = makeShelf(2)
    await shelf.setBodies([['a', body('a')]])
    for (let time = 0; time < 5; time += 1) await shelf.setBodies([['b', body('b')]])
    expect(await shelf.getBody('a')).toEqual(body('a'))
  })

  test('lets go what is a person’s own or lies in clear, and nothing of anybody else', async () => {
    const shelf = makeShelf(5)
    const name = sealedName('ab12')
    const [own, others] = [getUserContentKey('1a', name), getUserContentKey('2b', name)]
    const inClear = getUserContentKey('2b', 'console/row/1')
    await shelf.setBodies([own, others, inClear, 'article/1a'].map((key) => [key, body('x')]))
    await shelf.removeOwned((owner) => owner === '1a')
    expect(await shelf.getBody(own)).toBeUndefined()
    expect(await shelf.getBody(inClear)).toBeUndefined()
    for (const key of [others, 'article/1a']) expect(await shelf.getBody(key)).toEqual(body('x'))
  })

  test('has a limit of 20 MB, two bytes a character', async () => {
    const store = makeStore()
    let nowMs = 0
    const shelf = createContentCache({ openStore: () => store, nowMs: () => (nowMs += 1) })
    const large = { data: 'x'.repeat(2_400_000) }
    for (const key of ['a', 'b', 'c', 'd']) await shelf.setBodies([[key, large]])
    expect(await shelf.getBody('a')).toEqual(large)
    await settled()
    await shelf.setBodies([['e', large]])
    expect(await shelf.getBody('a')).toEqual(large)
    expect(await shelf.getBody('b')).toBeUndefined()
  })
})

describe('a browser whose IndexedDB', () => {
  test('never answers costs two seconds and no more', async () => {
    vi.useFakeTimers()
    const shelf = createContentCache({ openStore: () => () => new Promise(() => {}), nowMs: () => 0 })
    const asked = Promise.all([shelf.getBody('a'), shelf.setBodies([['a', body('a')]])])
    await vi.advanceTimersByTimeAsync(2000)
    expect(await asked).toEqual([undefined, false])
    vi.useRealTimers()
  })

  test('is blocked has nothing kept, and nothing throws', async () => {
    const shelf = createContentCache({ openStore: refuse, nowMs: () => 0 })
    expect(await shelf.getBody('a')).toBeUndefined()
    expect(await shelf.setBodies([['a', body('a')]])).toBe(false)
    await shelf.removeOwned(() => true)
  })
})

function refuse(): UseStore {
  throw new DOMException('blocked', 'SecurityError')
}
