import { expect, test, vi } from 'vitest'
import type { CurrentUser } from '#contract/api.ts'
import { createSafeStorage } from '#platform/safe-storage.ts'
import { createAuthStore } from '#platform/auth.ts'
import { agenda, agendaKey, makeOwnValues, makeStorage, openTab } from '../persistence/tab.fixture.ts'
import { handleAuthChanges } from './handle-auth-changes.ts'

/** Sealing is done beside the program, and lasts on a busy machine. */
const busy = { timeout: 15_000 }
const mineKey = ['registrations', 'mine']
const user = (id: string) => ({ id, name: id }) as CurrentUser

function openApp(local: Storage, values = makeOwnValues()) {
  const listeners: ((userId: string) => void)[] = []
  const forgotten: string[] = []
  const ofTab = makeStorage()
  const session = createAuthStore(createSafeStorage(() => ofTab))
  const tab = openTab(local, { openSnapshotValue: values.open() })
  handleAuthChanges({
    authStore: session,
    tabs: { onSignedOut: (listener) => void listeners.push(listener) },
    persistence: tab.persistence,
    clearResponses: () => void forgotten.push('answers'),
    removeUserData: (userId) => void forgotten.push(userId),
    onSignedIn: () => undefined,
  })
  return {
    session,
    forgotten,
    tellSignedOut: (userId: string) => listeners.forEach((listener) => listener(userId)),
    ...tab,
  }
}

const textOf = (storage: Storage) =>
  Array.from({ length: storage.length }, (_, index) => storage.getItem(storage.key(index) ?? '')).join('\n')

test('what a person loaded is kept for that person alone and gone at sign-out; the agenda stays', async () => {
  const local = makeStorage()
  const values = makeOwnValues()
  const { session, persistence, queryClient, load } = openApp(local, values)
  load(agendaKey, agenda)
  session.setUser(user('u1'))
  load(mineKey, ['secret'], 'private')
  persistence.flush()
  const again = openApp(local, values)
  await vi.waitFor(() => expect(values.store.values.size).toBe(2), busy)
  again.session.setUser(user('u1'))
  await vi.waitFor(() => expect(again.queryClient.getQueryData(mineKey)).toEqual(['secret']), busy)
  session.clear()
  load(['rooms'], ['Hall'])
  persistence.flush()
  expect(textOf(local) + values.text()).not.toContain('secret')
  expect(queryClient.getQueryData(mineKey)).toBeUndefined()
  expect(queryClient.getQueryData(agendaKey)).toEqual(agenda)
})

test('another person signing in sees nothing of the one before', () => {
  const local = makeStorage()
  const { session, persistence, queryClient, load } = openApp(local)
  session.setUser(user('u1'))
  load(mineKey, ['secret'], 'private')
  session.setUser(user('u2'))
  expect(queryClient.getQueryData(mineKey)).toBeUndefined()
  load(['other'], 1, 'private')
  persistence.flush()
  expect(textOf(local)).not.toContain('secret')
})

test('the same person loaded anew loses nothing', () => {
  const { session, queryClient, load } = openApp(makeStorage())
  session.setUser(user('u1'))
  load(mineKey, ['secret'], 'private')
  session.setUser(user('u1'))
  expect(queryClient.getQueryData(mineKey)).toEqual(['secret'])
})

test('the sign-out of another tab counts here too, and only for the same person', () => {
  const { session, queryClient, load, tellSignedOut: notifySignedOut } = openApp(makeStorage())
  session.setUser(user('u1'))
  load(mineKey, ['secret'], 'private')
  notifySignedOut('u2')
  expect(session.getUser().id).toBe('u1')
  notifySignedOut('u1')
  expect(session.getUser().id).toBeUndefined()
  expect(queryClient.getQueryData(mineKey)).toBeUndefined()
})

test('answers in memory and what lies elsewhere on the device go with the person', () => {
  const { session, forgotten } = openApp(makeStorage())
  session.setToken('t')
  session.setUser(user('u1'))
  expect(forgotten).toEqual([])
  session.clear()
  expect(forgotten).toEqual(['answers', 'u1'])
})

test('a token that is refused before it is known whose it is leaves no answers either', () => {
  const { session, forgotten, queryClient, load } = openApp(makeStorage())
  session.setToken('t')
  load(mineKey, ['secret'], 'private')
  session.clear()
  expect(forgotten).toEqual(['answers'])
  expect(queryClient.getQueryData(mineKey)).toBeUndefined()
})
