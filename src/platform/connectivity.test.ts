import { expect, test } from 'vitest'
import { createConnectivity } from './connectivity.ts'

/** A connectivity that counts its notifications. */
function follow(online = true, ownMachine = false) {
  const connectivity = createConnectivity(online, ownMachine)
  let changes = 0
  connectivity.subscribe(() => (changes += 1))
  return { connectivity, changes: () => changes }
}

test('what the browser says of the network counts; only on the server’s own machine an answer proves more', () => {
  for (const ownMachine of [false, true]) {
    const { connectivity } = follow(false, ownMachine)
    expect(connectivity.isOffline()).toBe(true)
    connectivity.reportResponse()
    expect(connectivity.isOffline()).toBe(!ownMachine)
  }
})

test('an answer that was on its way when the network went does not bring it back', () => {
  const { connectivity } = follow()
  connectivity.reportBrowser(false)
  connectivity.reportResponse()
  expect([connectivity.isOffline(), connectivity.hasNoNetwork()]).toEqual([true, true])
})

test('an unanswered call is offline though the browser sees a network, until one is answered', () => {
  const { connectivity } = follow()
  connectivity.reportFailure()
  expect([connectivity.isOffline(), connectivity.hasNoNetwork()]).toEqual([true, false])
  connectivity.reportResponse()
  expect(connectivity.isOffline()).toBe(false)
})

test('a network that came back gets a new chance', () => {
  const { connectivity } = follow()
  connectivity.reportFailure()
  connectivity.reportBrowser(false)
  connectivity.reportBrowser(true)
  expect(connectivity.isOffline()).toBe(false)
})

test('calls are sure to fail only where the browser has no network and the server is another machine', () => {
  const away = follow().connectivity
  expect(away.hasNoNetwork()).toBe(false)
  away.reportBrowser(false)
  expect(away.hasNoNetwork()).toBe(true)
  const own = follow(true, true).connectivity
  own.reportBrowser(false)
  expect([own.isOffline(), own.hasNoNetwork()]).toEqual([true, false])
})

test('notifies on changes only', () => {
  const { connectivity, changes } = follow()
  connectivity.reportResponse()
  connectivity.reportFailure()
  connectivity.reportFailure()
  expect(changes()).toBe(1)
  connectivity.reportResponse()
  expect(changes()).toBe(2)
})
