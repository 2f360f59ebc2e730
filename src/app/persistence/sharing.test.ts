import { describe, expect, test, vi } from 'vitest'
import { yieldToMain } from '#platform/browser.ts'
import { getOwnerKey, getSnapshotKey } from '#platform/user-storage-keys.ts'
import { getCacheKey } from './persist-rules.ts'
import { agenda, agendaKey, makeOwnValues, makeStorage, nowMs, openTab } from './tab.fixture.ts'

describe('a full storage', () => {
  const long = 'x'.repeat(500)

  test('loses news before downloads and never the agenda, and nobody is bothered', () => {
    const storage = makeStorage(1500)
    const tab = openTab(storage)
    tab.load(agendaKey, agenda)
    tab.load(['documents', 'all'], long)
    tab.load(['informations', 'all'], long)
    tab.load(['informations', 'hot'], long)
    tab.persistence.flush()
    const next = openTab(storage).queryClient
    expect(next.getQueryData(agendaKey)).toEqual(agenda)
    expect(next.getQueryData(['documents', 'all'])).toBe(long)
    expect(next.getQueryData(['informations', 'all'])).toBeUndefined()
    expect(tab.rooms).not.toContain('none')
  })

  test('is told of when no sacrifice helps, and the older snapshot stays', () => {
    const storage = makeStorage(600)
    const tab = openTab(storage)
    tab.load(agendaKey, agenda)
    tab.persistence.flush()
    tab.load(agendaKey, { items: [long, long] })
    tab.persistence.flush()
    expect(tab.rooms.at(-1)).toBe('none')
    expect(openTab(storage).queryClient.getQueryData(agendaKey)).toEqual(agenda)
  })

  test('is told of once, however often a save fails', async () => {
    const storage = makeStorage(600)
    const tab = openTab(storage)
    for (const [index, how] of (['flush', 'save', 'flush', 'save'] as const).entries()) {
      tab.load(agendaKey, { items: ['x'.repeat(700 + index)] }, 'public', nowMs + index)
      tab.persistence[how]()
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    expect(new Set(tab.rooms)).toEqual(new Set(['none']))
  })

  test('is not needed for our own limit of a million characters', () => {
    const storage = makeStorage()
    const tab = openTab(storage)
    tab.load(agendaKey, 'x'.repeat(700_000))
    tab.load(['informations'], 'x'.repeat(400_000))
    tab.persistence.flush()
    expect(storage.getItem('rq:1:pub')?.length).toBeLessThan(1_000_000)
    tab.load(['documents'], 'x'.repeat(200_000))
    tab.persistence.flush()
    expect(tab.rooms.at(-1)).toBe('scarce')
  })
})

describe('two tabs', () => {
  test('end with the newest of each query, whoever saves last', () => {
    const storage = makeStorage()
    const one = openTab(storage)
    const two = openTab(storage)
    one.load(agendaKey, 'old agenda', 'public', nowMs)
    two.load(agendaKey, 'new agenda', 'public', nowMs + 1000)
    one.load(['rooms'], 'new rooms', 'public', nowMs + 1000)
    two.persistence.flush()
    one.persistence.mergeFromOtherTab('rq:1:pub', storage.getItem('rq:1:pub'))
    one.persistence.flush()
    const next = openTab(storage).queryClient
    expect(next.getQueryData(agendaKey)).toBe('new agenda')
    expect(next.getQueryData(['rooms'])).toBe('new rooms')
  })

  test('do not overwrite what the other wrote, also before its event has come', () => {
    const storage = makeStorage()
    const one = openTab(storage)
    const two = openTab(storage)
    one.load(agendaKey, 'old agenda', 'public', nowMs)
    two.load(agendaKey, 'new agenda', 'public', nowMs + 1000)
    two.persistence.flush()
    one.persistence.flush()
    expect(openTab(storage).queryClient.getQueryData(agendaKey)).toBe('new agenda')
  })

  test('do not answer each other for ever', () => {
    const storage = makeStorage()
    const one = openTab(storage)
    const two = openTab(storage, { nowMs: () => nowMs + 9 })
    two.load(agendaKey, 'old agenda', 'public', nowMs - 1)
    one.load(agendaKey, agenda)
    one.persistence.flush()
    const written = storage.getItem('rq:1:pub')
    two.persistence.mergeFromOtherTab('rq:1:pub', written)
    two.persistence.flush()
    expect(storage.getItem('rq:1:pub')).toBe(written)
  })
})

const mine = ['registration', 'u1']
const secret = 'Li Wei, room 302'

/** Sealing is done beside the program, and lasts on a busy machine. */
const busy = { timeout: 15_000 }

/** A browser with what an earlier version of the app left in localStorage, and its starts, or tabs. */
function device(left: Readonly<Record<string, string>> = {}) {
  const storage = makeStorage()
  for (const [key, text] of Object.entries(left)) storage.setItem(key, text)
  const values = makeOwnValues()
  const open = (userId?: string) => openTab(storage, { userId, openSnapshotValue: values.open() })
  /** What a tab of that person shows once the device has answered. */
  const start = async (userId: string) => {
    const restored = Promise.withResolvers<void>()
    const onRestoring = (restoring: Promise<void>) => restored.resolve(restoring)
    const tab = openTab(storage, { userId, openSnapshotValue: values.open(), onRestoring })
    await restored.promise
    return tab
  }
  return { storage, values, open, start }
}

const written = (values: ReturnType<typeof makeOwnValues>) =>
  vi.waitFor(() => expect(values.store.values.has(getSnapshotKey(getOwnerKey('u1')))).toBe(true), busy)

/** What an earlier version of the app left of that person. */
function leftInClear(schema: number): Readonly<Record<string, string>> {
  const line = { hash: JSON.stringify(mine), key: mine, meta: { persist: 'private' }, updatedAt: nowMs }
  const lines = [
    { buster: String(schema), timestamp: 0 },
    { ...line, data: secret },
  ]
  return {
    [getCacheKey(getOwnerKey('u1'), schema)]: lines.map((part) => JSON.stringify(part)).join('\n'),
  }
}

describe('a person’s own data', () => {
  test('lies sealed, and comes back only for that person; the public data lie apart', async () => {
    const { storage, values, start } = device()
    const first = await start('u1')
    first.load(agendaKey, agenda)
    first.load(mine, secret, 'private')
    first.persistence.flush()
    await written(values)
    expect([storage.length, storage.getItem('rq:1:pub')?.includes('registration')]).toEqual([1, false])
    expect(values.text()).not.toContain('Li Wei')
    expect((await start('u2')).queryClient.getQueryData(mine)).toBeUndefined()
    expect((await start('u1')).queryClient.getQueryData(mine)).toBe(secret)
  })

  test.each([
    [0, undefined],
    [1, secret],
  ])('that an earlier version left in clear (schema %i) is sealed', async (schema, expected) => {
    const { storage, values, start } = device(leftInClear(schema))
    const first = await start('u1')
    expect(first.queryClient.getQueryData(mine)).toBe(expected)
    expect([storage.length, values.text().includes('Li Wei')]).toEqual([0, false])
    expect((await start('u1')).queryClient.getQueryData(mine)).toBe(expected)
  })

  test('that an earlier version left stays where it is until the device has kept it', async () => {
    const { storage, values, start } = device(leftInClear(1))
    values.store.failWith('silent')
    await start('u1')
    expect(storage.length).toBe(1)
    values.store.failWith(undefined)
    expect((await start('u1')).queryClient.getQueryData(mine)).toBe(secret)
    expect(storage.length).toBe(0)
  })

  test('lies on the device as soon as it is read: a page that is left at once has no time to seal', async () => {
    const { values, start } = device()
    const first = await start('u1')
    first.load(mine, secret, 'private')
    await written(values)
    expect((await start('u1')).queryClient.getQueryData(mine)).toBe(secret)
  })

  test('is not kept where nothing can be sealed', async () => {
    const storage = makeStorage()
    const tab = openTab(storage, { userId: 'u1' })
    tab.load(mine, secret, 'private')
    tab.persistence.flush()
    await yieldToMain()
    expect(JSON.stringify([storage.getItem('rq:1:pub'), storage.key(1)])).not.toContain('Li Wei')
  })

  test('of two tabs is the newest of each query, whoever saves last', async () => {
    const { values, start } = device()
    const [one, two] = [await start('u1'), await start('u1')]
    one.load(mine, 'old', 'private', nowMs)
    two.load(mine, secret, 'private', nowMs + 1000)
    two.persistence.flush()
    await written(values)
    one.load(['travel'], 'flight', 'private')
    one.persistence.flush()
    await vi.waitFor(async () => {
      const next = (await start('u1')).queryClient
      expect([next.getQueryData(mine), next.getQueryData(['travel'])]).toEqual([secret, 'flight'])
    }, busy)
  })

  test('is gone after sign-out, also with a write still waiting and in the other tab; the agenda stays', async () => {
    const { values, start, open } = device()
    const [tab, other] = [await start('u1'), await start('u1')]
    tab.load(agendaKey, agenda)
    tab.load(mine, secret, 'private')
    tab.persistence.flush()
    await vi.waitFor(() => expect(other.queryClient.getQueryData(mine)).toBe(secret), busy)
    tab.load(mine, 'newer', 'private', nowMs + 1)
    tab.persistence.save()
    tab.persistence.forgetPrivate()
    values.remove(getOwnerKey('u1'))
    await vi.waitFor(() => expect(other.queryClient.getQueryData(mine)).toBeUndefined(), busy)
    other.load(mine, secret, 'private', nowMs + 2)
    other.persistence.flush()
    await yieldToMain()
    expect(values.store.values.has(getSnapshotKey(getOwnerKey('u1')))).toBe(false)
    expect(tab.queryClient.getQueryData(agendaKey)).toEqual(agenda)
    expect(open().queryClient.getQueryData(agendaKey)).toEqual(agenda)
  })

  test('is kept from the sign-in on', async () => {
    const { values, open, start } = device()
    const tab = open()
    tab.persistence.openPrivate('u1')
    tab.load(mine, secret, 'private')
    tab.persistence.flush()
    await written(values)
    expect((await start('u1')).queryClient.getQueryData(mine)).toBe(secret)
  })
})
