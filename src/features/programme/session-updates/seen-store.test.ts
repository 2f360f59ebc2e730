import { expect, test } from 'vitest'
import type { CurrentUser } from '#contract/api.ts'
import {
  createStoredValue,
  unsealedPacking,
  type FallbackStorage,
  sealedPacking,
} from '#platform/device-store/stored-value.ts'
import { makeMemoryStore } from '#platform/device-store/memory-store.fixture.ts'
import { createSealer } from '#platform/device-store/sealing.ts'
import { deaf, makeStorage } from '#platform/device-store/tabs.fixture.ts'
import { getOwnerKey, seenSessionsKey } from '#platform/user-storage-keys.ts'
import { createSafeStorage } from '#platform/safe-storage.ts'
import { createAuthStore } from '#platform/auth.ts'
import { createProgramme, sessionRow } from '../sessions/programme.fixture.ts'
import { recordSeenSessions } from './session-updates.ts'
import {
  parseSeenSessions,
  type SeenSessions,
  createLegacySeenStorage,
  createSeenStore,
  noSeenSessions,
} from './seen-store.ts'

const programme = createProgramme(sessionRow({ id: 'panel-a' }), sessionRow({ id: 'panel-b' }))
const star =
  (...ids: string[]) =>
  (before: SeenSessions) =>
    recordSeenSessions(programme, new Set(ids), before, 1)

/** A device with the localStorage of an earlier version of the app. */
function device(stored?: SeenSessions) {
  const store = makeMemoryStore()
  const storage = makeStorage()
  if (stored) storage.values.set(seenSessionsKey, JSON.stringify({ version: 1, sessions: stored }))
  const session = createAuthStore(createSafeStorage(() => undefined))
  const options = { store, empty: noSeenSessions, tabs: deaf }
  const aside: FallbackStorage<SeenSessions> = createLegacySeenStorage(storage)
  const open = async () => {
    const deviceValue = createStoredValue({
      ...options,
      key: seenSessionsKey,
      ...unsealedPacking(parseSeenSessions),
      fallback: aside,
    })
    const openOwn = (owner: string) =>
      createStoredValue({
        ...options,
        key: owner,
        ...sealedPacking(createSealer(store, owner, crypto.subtle), parseSeenSessions),
      })
    const seen = createSeenStore({ device: deviceValue, openUserValue: openOwn, auth: session })
    await seen.change((before) => before)
    return seen
  }
  return { open, session, storage, store }
}

const listIds = (seen: SeenSessions) => Object.keys(seen).toSorted()

test('what was seen is there after a restart, also what an earlier version kept', async () => {
  const { open } = device(star('panel-b')(noSeenSessions))
  await (await open()).change(star('panel-a', 'panel-b'))
  expect(listIds((await open()).read())).toEqual(['panel-a', 'panel-b'])
})

test('it stays the same object while nothing changes, and nobody is told', async () => {
  const store = await device().open()
  let notifications = 0
  store.subscribe(() => (notifications += 1))
  await store.change(star('panel-a'))
  const seen = store.read()
  await store.change((before) => recordSeenSessions(programme, new Set(['panel-a']), before, 2))
  expect([store.read() === seen, notifications]).toEqual([true, 1])
})

test('what a person has seen is that person’s, sealed, with what the device had before', async () => {
  const { open, session, storage, store } = device(star('panel-a')(noSeenSessions))
  await open()
  store.values.delete(seenSessionsKey)
  session.setUser({ id: 'u1', name: 'Li' } as CurrentUser)
  const seen = await open()
  await seen.change(star('panel-b'))
  expect(listIds(seen.read())).toEqual(['panel-b'])
  expect(JSON.stringify([...store.values, ...storage.values])).not.toContain('panel')
  session.clear()
  expect(listIds((await open()).read())).toEqual([])
})

test('what was removed with a sign-out is noted anew after the next sign-in, also in the same page', async () => {
  const { open, session, store } = device()
  const user = { id: 'u1', name: 'Li' } as CurrentUser
  session.setUser(user)
  const seen = await open()
  await seen.change(star('panel-a'))
  session.clear()
  expect(seen.read()).toEqual({})
  store.values.delete(getOwnerKey('u1'))
  session.setUser(user)
  await seen.change(star('panel-a'))
  expect([listIds(seen.read()), store.values.has(getOwnerKey('u1'))]).toEqual([['panel-a'], true])
})
