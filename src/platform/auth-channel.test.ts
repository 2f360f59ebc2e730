import { afterEach, expect, test } from 'vitest'
import { createAuthChannel } from './auth-channel.ts'

const opened: BroadcastChannel[] = []

function openTab() {
  return createAuthChannel(() => {
    const channel = new BroadcastChannel('tabs of a test')
    opened.push(channel)
    return channel
  })
}

afterEach(() => {
  for (const channel of opened.splice(0)) channel.close()
})

test('a tab learns who is signed in in the others', async () => {
  const [asking, anna, nobody] = [openTab(), openTab(), openTab()]
  anna.answerSignedInUser(() => 'anna')
  nobody.answerSignedInUser(() => undefined)
  expect([...(await asking.findSignedInUsers(100))]).toEqual(['anna'])
})

test('where the browser has no channel, nobody answers and nothing throws', async () => {
  const alone = createAuthChannel(() => undefined)
  alone.notifySignedOut('anna')
  alone.answerSignedInUser(() => 'anna')
  expect((await alone.findSignedInUsers(1)).size).toBe(0)
})

test('a tab hands its sign-in to one that is opened later; a signed-out one has none to hand over', async () => {
  const signIn = { token: 'opaque', user: { id: 'anna', name: 'Anna', role: 'participant' as const } }
  const [asking, anna, nobody] = [openTab(), openTab(), openTab()]
  nobody.answerSignInRequests(() => undefined)
  expect(await asking.requestSignIn(50)).toBeUndefined()
  anna.answerSignInRequests(() => signIn)
  expect(await asking.requestSignIn(1000)).toEqual(signIn)
})

test('what is no sign-in is not taken for one', async () => {
  const asking = openTab()
  const found = asking.requestSignIn(100)
  const stranger = new BroadcastChannel('tabs of a test')
  opened.push(stranger)
  for (const signIn of [null, 'token', { token: 'x' }, { token: 'x', user: {} }, { user: { id: 'anna' } }])
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
    stranger.postMessage({ signIn })
  expect(await found).toBeUndefined()
})
