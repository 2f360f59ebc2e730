import { describe, expect, test } from 'vitest'
import { agenda, agendaKey, makeStorage, nowMs, openTab } from './tab.fixture.ts'

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

test('what a person keeps does not hide that room for the agenda is scarce', () => {
  const tab = openTab(makeStorage(), { userId: 'u1' })
  tab.load(agendaKey, 'x'.repeat(850_000))
  tab.load(['favourites', 'u1'], ['a'], 'private')
  tab.persistence.flush()
  expect(tab.rooms.at(-1)).toBe('scarce')
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
    one.persistence.adopt('rq:1:pub', storage.getItem('rq:1:pub'))
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
    two.persistence.adopt('rq:1:pub', written)
    two.persistence.flush()
    expect(storage.getItem('rq:1:pub')).toBe(written)
  })
})

describe('a person’s own data', () => {
  test('lies under that person’s key and comes back only for that person', () => {
    const storage = makeStorage()
    const first = openTab(storage, { userId: 'u1' })
    first.load(agendaKey, agenda)
    first.load(['favourites', 'u1'], ['a'], 'private')
    first.persistence.flush()
    expect(storage.getItem('rq:1:pub')).not.toContain('favourites')
    expect(openTab(storage, { userId: 'u2' }).queryClient.getQueryData(['favourites', 'u1'])).toBeUndefined()
    expect(openTab(storage, { userId: 'u1' }).queryClient.getQueryData(['favourites', 'u1'])).toEqual(['a'])
  })

  test('is gone after sign-out, also with a write still waiting and in the other tab; the agenda stays', async () => {
    const storage = makeStorage()
    const tab = openTab(storage, { userId: 'u1' })
    const other = openTab(storage, { userId: 'u1' })
    tab.load(agendaKey, agenda)
    tab.load(['favourites', 'u1'], ['a'], 'private')
    other.load(['favourites', 'u1'], ['a'], 'private')
    tab.persistence.flush()
    // Something new, or the write that waits would be left out as unchanged.
    tab.load(['favourites', 'u1'], ['a', 'b'], 'private', nowMs + 1)
    tab.persistence.save()
    const key = [0, 1].map((index) => storage.key(index) ?? '').find((name) => !name.endsWith(':pub')) ?? ''
    tab.persistence.forgetPrivate()
    other.persistence.adopt(key, null)
    other.persistence.flush()
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(storage.getItem(key)).toBeNull()
    expect(other.queryClient.getQueryData(['favourites', 'u1'])).toBeUndefined()
    expect(tab.queryClient.getQueryData(agendaKey)).toEqual(agenda)
    expect(openTab(storage).queryClient.getQueryData(agendaKey)).toEqual(agenda)
  })

  test('is kept from the sign-in on', () => {
    const storage = makeStorage()
    const tab = openTab(storage)
    tab.persistence.openPrivate('u1')
    tab.load(['favourites', 'u1'], ['a'], 'private')
    tab.persistence.flush()
    expect(openTab(storage, { userId: 'u1' }).queryClient.getQueryData(['favourites', 'u1'])).toEqual(['a'])
  })
})
