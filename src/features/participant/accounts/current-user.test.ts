import { expect, test } from 'vitest'
import type { CurrentUser } from '#contract/api.ts'
import { createSafeStorage } from '#platform/safe-storage.ts'
import { createAuthStore } from '#platform/auth.ts'
import { restoreSignInInto, type RestoreDeps } from './current-user.ts'

const anna: CurrentUser = { id: 'anna', name: 'Anna', role: 'participant' }
const kept = { token: 'kept', user: anna, expiresAt: '2023-10-05T00:00:00Z' }
const never = new Promise<never>(() => undefined)
const nothing = Promise.resolve(undefined)

function openTab(sources: {
  kept: Promise<typeof kept | undefined>
  tabs: ReturnType<RestoreDeps['channel']['requestSignIn']>
}) {
  const session = createAuthStore(createSafeStorage(() => undefined))
  const restore = () =>
    restoreSignInInto({
      auth: session,
      persistentStore: { read: () => sources.kept },
      channel: { requestSignIn: () => sources.tabs },
    })
  return { session, restore }
}

test('a new tab is signed in with what the device keeps, before other tabs have answered', async () => {
  const { session, restore } = openTab({ kept: Promise.resolve(kept), tabs: never })
  await restore()
  expect([session.getToken(), session.getUser().id]).toEqual(['kept', 'anna'])
})

test('another tab hands its sign-in over where the device keeps none', async () => {
  const { session, restore } = openTab({
    kept: nothing,
    tabs: Promise.resolve({ token: 'theirs', user: anna }),
  })
  await restore()
  expect([session.getToken(), session.getUser().id]).toEqual(['theirs', 'anna'])
})

test('with neither the person stays signed out', async () => {
  const { session, restore } = openTab({ kept: nothing, tabs: nothing })
  await restore()
  expect([session.getToken(), session.getUser().id]).toEqual([undefined, undefined])
})

test('who signed in meanwhile is not replaced', async () => {
  const { session, restore } = openTab({ kept: Promise.resolve(kept), tabs: nothing })
  const restored = restore()
  session.setToken('fresh')
  await restored
  expect([session.getToken(), session.getUser().id]).toEqual(['fresh', undefined])
})
