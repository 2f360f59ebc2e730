import { expect, test } from 'vitest'
import { makeMemoryStore } from '#platform/device-store/memory-store.fixture.ts'
import { startModelServer, type Mishap } from './model-server.fixture.ts'
import { creation, openPage } from './outbox.fixture.ts'

const { subtle } = globalThis.crypto
const dayMs = 86_400_000

const file = (field: string, name: string) => ({ field, file: new File([name], name), name })

function openMeeting(mishaps: Mishap[]) {
  let nowMs = Date.now()
  const clock = { nowMs: () => nowMs, after: () => () => undefined }
  const server = startModelServer(() => mishaps.shift() ?? 'none')
  const page = openPage(server, { store: makeMemoryStore(), subtle, clock })
  const settled = () => page.wake()
  return { server, page, settled, pass: (ms: number) => void (nowMs += ms) }
}

test('an entry that was never tried is changed in place', async () => {
  let hasNoNetwork = true
  const server = startModelServer(() => 'none')
  const page = openPage(server, { subtle, hasNoNetwork: () => hasNoNetwork })
  const { id } = await page.submit(creation(1))
  expect(await page.revise(id, { n: 2 })).toMatchObject({ id, body: { n: 2 } })
  hasNoNetwork = false
  await page.wake()
  expect(server.effects.map(({ body }) => body)).toEqual([{ n: 2 }])
})

test('an update of a create that is refused later is merged into the create', async () => {
  const { server, page, settled } = openMeeting(['drop-before'])
  const { id } = await page.submit(creation(1, { body: { name: '', room: 'A' } }))
  await settled()
  const follow = await page.revise(id, { room: 'B' })
  expect(follow.id).not.toBe(id)
  server.refuse(({ body }) =>
    body['name'] === ''
      ? { status: 422, key: 'row.invalid', fields: [{ path: 'name', key: 'field.required' }] }
      : undefined,
  )
  await page.sendNow()
  // One entry with all the input: the user sees the reasons in the form as last typed.
  const refused = { id, state: 'rejected', body: { name: '', room: 'B' }, problems: [{ path: 'name' }] }
  expect(await page.list('anna')).toMatchObject([refused])
  await page.revise(id, { name: 'Breakfast', room: 'B' })
  await settled()
  expect(server.effects.map(({ path, body }) => [path, body])).toEqual([
    ['/api/front/post/side_meetings', { name: 'Breakfast', room: 'B' }],
  ])
  expect((await page.list('anna')).map(({ state }) => state)).toEqual(['done'])
})

test('an update that fixes a refused create is sent with it, without asking the user [295]', async () => {
  const { server, page, settled } = openMeeting(['drop-before'])
  const { id } = await page.submit(creation(1, { body: { name: '', room: 'A' } }))
  await settled()
  await page.revise(id, { name: 'Breakfast', room: 'A' })
  server.refuse(({ body }) => (body['name'] === '' ? { status: 422, key: 'row.invalid' } : undefined))
  await page.sendNow()
  expect(server.effects.map(({ path, body }) => [path, body])).toEqual([
    ['/api/front/post/side_meetings', { name: 'Breakfast', room: 'A' }],
  ])
})

test('files of a rejected entry stay unless they are replaced', async () => {
  const { server, page, settled } = openMeeting(['drop-before'])
  const files = [file('photo', 'photo.jpg'), file('logo', 'old.png')]
  const { id } = await page.submit(creation(1, { body: { name: '' }, files }))
  await settled()
  await page.revise(id, { name: 'Breakfast' }, [file('logo', 'new.png')])
  server.refuse(({ body }) => (body['name'] === '' ? { status: 422, key: 'row.invalid' } : undefined))
  await page.sendNow()
  expect(await page.list('anna')).toMatchObject([{ state: 'done', fileNames: ['photo.jpg', 'new.png'] }])
  expect(server.effects.map(({ body }) => Object.keys(body).toSorted())).toEqual([['logo', 'name', 'photo']])
})

test('a file that the user removed from a rejected entry stays removed', async () => {
  const { server, page, settled } = openMeeting(['drop-before'])
  const files = [file('photo', 'photo.jpg'), file('logo', 'old.png')]
  const { id } = await page.submit(creation(1, { body: { name: '' }, files }))
  await settled()
  await page.revise(id, { name: 'Breakfast', logo: null })
  server.refuse(({ body }) => (body['name'] === '' ? { status: 422, key: 'row.invalid' } : undefined))
  await page.sendNow()
  expect(await page.list('anna')).toMatchObject([{ state: 'done', fileNames: ['photo.jpg'] }])
  expect(server.effects).toMatchObject([{ body: { name: 'Breakfast', logo: null } }])
})

test('a change in place counts as a submission of the draft', async () => {
  let nowMs = Date.now()
  const clock = { nowMs: () => nowMs, after: () => () => undefined }
  const submittedAt: number[] = []
  const server = startModelServer(() => 'none')
  server.refuse(({ body }) => (body['name'] === '' ? { status: 422, key: 'row.invalid' } : undefined))
  const deleteDraft = async (_owner: string, _form: string, atMs: number) => void submittedAt.push(atMs)
  const page = openPage(server, { subtle, clock, deleteDraft })
  const { id } = await page.submit(creation(1, { body: { name: '' }, draft: 'meeting' }))
  await page.wake()
  nowMs += 60_000
  await page.revise(id, { name: 'Breakfast' })
  await page.wake()
  expect(await page.list('anna')).toMatchObject([{ state: 'done' }])
  expect(submittedAt).toEqual([nowMs])
})

test('an expired create whose response was lost is not created twice by an update', async () => {
  const { server, page, settled, pass } = openMeeting(['drop-after'])
  const { id } = await page.submit(creation(1))
  await settled()
  pass(15 * dayMs)
  await page.expire()
  expect(await page.list('anna')).toMatchObject([{ state: 'expired', isTried: true }])
  await page.revise(id, { n: 2 })
  await settled()
  expect(server.effects.map(({ path }) => path)).toEqual([
    '/api/front/post/side_meetings',
    '/api/front/edit/side_meetings',
  ])
})

test('a change that cannot be stored fails with NotStoredError', async () => {
  const { page } = openMeeting(['drop-before'])
  const { id } = await page.submit(creation(1))
  page.store.failWith('full')
  await expect(page.revise(id, { n: 2 })).rejects.toMatchObject({ name: 'NotStoredError', reason: 'full' })
  page.store.failWith(undefined)
  await expect(page.revise('another', { n: 2 })).rejects.toMatchObject({ reason: 'no_entry' })
})

test('a delete of a create that was never tried leaves nothing to send', async () => {
  const server = startModelServer(() => 'none')
  const page = openPage(server, { subtle, hasNoNetwork: () => true })
  const { entityId, module } = await page.submit(creation(1))
  expect(
    await page.submit({ ...creation(1, { entityId, module }), deed: { kind: 'delete' }, body: {} }),
  ).toMatchObject({
    state: 'done',
  })
  expect(await page.list('anna')).toEqual([])
})

test('a device store that times out does not reject an entry', async () => {
  const store = makeMemoryStore()
  const server = startModelServer(() => 'none')
  let hasNoNetwork = true
  const page = openPage(server, { store, subtle, hasNoNetwork: () => hasNoNetwork })
  await page.submit(creation(1))
  hasNoNetwork = false
  store.failWith('silent', (key) => key.startsWith('key:'))
  await page.wake()
  store.failWith(undefined)
  expect(await page.list('anna')).toMatchObject([{ state: 'waiting', body: { n: 1 } }])
  await page.sendNow()
  expect(server.effects).toHaveLength(1)
})
