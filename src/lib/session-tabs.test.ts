import { afterEach, expect, test } from 'vitest'
import { createSessionTabs } from './session-tabs.ts'

const opened: BroadcastChannel[] = []

function openTab() {
  return createSessionTabs(() => {
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
  anna.answerWhoIsHere(() => 'anna')
  nobody.answerWhoIsHere(() => undefined)
  expect([...(await asking.askWhoIsHere(100))]).toEqual(['anna'])
})

test('where the browser has no channel, nobody answers and nothing throws', async () => {
  const alone = createSessionTabs(() => undefined)
  alone.tellSignedOut('anna')
  alone.answerWhoIsHere(() => 'anna')
  expect((await alone.askWhoIsHere(1)).size).toBe(0)
})
