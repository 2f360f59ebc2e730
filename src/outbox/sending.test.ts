import { describe, expect, test } from 'vitest'
import { yieldToMain } from '#platform/browser.ts'
import { makeMemoryStore } from '#platform/device-store/memory-store.fixture.ts'
import { startModelServer, type Mishap } from './model-server.fixture.ts'
import { creation, openPage } from './outbox.fixture.ts'

const { subtle } = globalThis.crypto

const file = (name: string) => ({ field: 'photos', file: new File([name], name), name })

test('several files of one field are sent as a list, a single one as a value, unless the field is a list', async () => {
  const server = startModelServer(() => 'none')
  const page = openPage(server, { subtle })
  await page.submit(creation(1, { files: [file('a'), file('b')] }))
  await page.submit(creation(2, { files: [file('a')] }))
  await page.submit(creation(3, { body: { photos: ['before'] }, files: [file('a')] }))
  await page.wake()
  const number: unknown = expect.stringMatching(/^file-/)
  expect(server.effects.map(({ body }) => body['photos'])).toEqual([
    [number, number],
    number,
    ['before', number],
  ])
})

/** WebCrypto that encrypts after a number of tasks. @param countTasks called at each encryption */
const slowSubtle = (countTasks: () => number): SubtleCrypto =>
  ({
    generateKey: subtle.generateKey.bind(subtle),
    decrypt: subtle.decrypt.bind(subtle),
    async encrypt(...sealing: Parameters<SubtleCrypto['encrypt']>) {
      for (let task = countTasks(); task > 0; task -= 1) await yieldToMain()
      return subtle.encrypt(...sealing)
    },
  }) as SubtleCrypto

test('submissions are sent in their order, however long sealing takes', async () => {
  const server = startModelServer(() => 'none')
  let sealed = 0
  const page = openPage(server, { subtle: slowSubtle(() => (sealed++ === 0 ? 50 : 0)) })
  await Promise.all([1, 2, 3].map((n) => page.submit(creation(n))))
  await page.wake()
  expect(server.effects.map(({ body }) => body['n'])).toEqual([1, 2, 3])
})

/** Opens a page without network where the change of an entry is being sealed. */
async function openChanging() {
  let hasNoNetwork = true
  let tasks = 0
  const server = startModelServer(() => 'none')
  const page = openPage(server, { subtle: slowSubtle(() => tasks), hasNoNetwork: () => hasNoNetwork })
  const { id } = await page.submit(creation(1))
  tasks = 50
  const changing = page.revise(id, { n: 2 })
  await yieldToMain()
  tasks = 0
  const listSent = async () => {
    hasNoNetwork = false
    await page.wake()
    return server.effects.map(({ body }) => body['n'])
  }
  return { page, id, changing, listSent }
}

describe('while the change of an entry is being sealed', () => {
  test('a later change runs after it, and is the one that is sent', async () => {
    const { page, id, changing, listSent } = await openChanging()
    await Promise.all([changing, page.revise(id, { n: 3 })])
    expect(await listSent()).toEqual([3])
  })

  test('a discard runs after it, and nothing is sent', async () => {
    const { page, id, changing, listSent } = await openChanging()
    const [, isDiscarded] = await Promise.all([changing, page.discard(id)])
    expect(isDiscarded).toBe(true)
    expect(await listSent()).toEqual([])
  })
})

test.each<[string, Mishap[], unknown[]]>([
  ['is removed once the server has taken it', ['none'], [['anna', 'side-meeting']]],
  ['stays while the response is lost', ['drop-after'], []],
])('the draft of an entry %s', async (_name, mishaps, expected) => {
  const dropped: unknown[] = []
  const page = openPage(
    startModelServer(() => mishaps.shift() ?? 'none'),
    { subtle, deleteDraft: async (owner, form) => void dropped.push([owner, form]) },
  )
  await page.submit(creation(1, { draft: 'side-meeting' }))
  await page.wake()
  expect(dropped).toEqual(expected)
})

test('the screen shows that an entry is stored before sending starts', async () => {
  const events: string[] = []
  const page = openPage(
    startModelServer(() => 'none'),
    { subtle, onStored: () => events.push('stored') },
  )
  const { id } = await page.submit(creation(1))
  events.push('shown')
  await expect.poll(() => events).toEqual(['shown', 'stored'])
  await page.revise(id, { n: 2 })
  events.push('changed')
  await expect.poll(() => events).toEqual(['shown', 'stored', 'changed', 'stored'])
})

test('the draft of a rejected entry stays', async () => {
  const dropped: unknown[] = []
  const server = startModelServer(() => 'none')
  server.refuse(() => ({ status: 422, key: 'row.invalid' }))
  const page = openPage(server, { subtle, deleteDraft: async (...draft) => void dropped.push(draft) })
  await page.submit(creation(1, { draft: 'side-meeting' }))
  await page.wake()
  expect(await page.list('anna')).toMatchObject([{ state: 'rejected' }])
  expect(dropped).toEqual([])
})

test('a list that could not be read is read the next time', async () => {
  const store = makeMemoryStore()
  const open = () =>
    openPage(
      startModelServer(() => 'none'),
      { store, subtle, hasNoNetwork: () => true },
    )
  await open().submit(creation(1))
  const page = open()
  store.failWith('silent', (key) => key.startsWith('key:'))
  await expect(page.list('anna')).rejects.toMatchObject({ reason: 'silent' })
  store.failWith(undefined)
  expect(await page.list('anna')).toMatchObject([{ title: 'Meeting 1' }])
})
