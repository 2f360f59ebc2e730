import { expect, test } from 'vitest'
import type { Submission } from './entry.ts'
import { startModelServer } from './model-server.fixture.ts'
import { creation, openPage } from './outbox.fixture.ts'

const { subtle } = globalThis.crypto

/** Creates a conflict: an update of three fields, two of which another device has changed. */
async function createConflict(files: Submission['files'] = []) {
  const server = startModelServer(() => 'none')
  server.refuse(({ body }) =>
    body['version'] === 1
      ? {
          status: 409,
          key: 'row.stale',
          data: { current: { id: 'row', version: 4, title: 'B', place: 'East' }, fields: ['title', 'place'] },
        }
      : undefined,
  )
  const page = openPage(server, { subtle })
  const body = { title: 'A', place: 'West', note: 'n' }
  const { id } = await page.submit(
    creation(1, { entityId: 'row', deed: { kind: 'update', baseVersion: 1 }, body, files }),
  )
  await page.wake()
  return { server, page, id }
}

test('the chosen fields of a conflict are sent over the server’s version, with the fields without conflict [234]', async () => {
  const { server, page, id } = await createConflict()
  expect(await page.list('anna')).toMatchObject([
    { id, state: 'conflict', conflict: { fields: ['title', 'place'] } },
  ])
  await page.keepFields(id, ['title', 'note'])
  await page.wake()
  expect(server.effects.map(({ body }) => body)).toEqual([{ id: 'row', version: 4, title: 'A', note: 'n' }])
  expect(await page.list('anna')).toMatchObject([{ id, state: 'done' }])
})

test('a file is sent only when its field is chosen', async () => {
  const photo = { field: 'photo', file: new File(['photo'], 'photo.jpg'), name: 'photo.jpg' }
  const { server, page, id } = await createConflict([photo])
  await page.keepFields(id, ['title'])
  await page.wake()
  expect(server.effects.map(({ body }) => body)).toEqual([{ id: 'row', version: 4, title: 'A' }])
})

test('an entry names the fields of its files, so that a file without conflict is sent too', async () => {
  const photo = { field: 'photo', file: new File(['photo'], 'photo.jpg'), name: 'photo.jpg' }
  const { server, page, id } = await createConflict([photo])
  const [entry] = await page.list('anna')
  await page.keepFields(id, ['title', ...(entry?.fileFields ?? [])])
  await page.wake()
  expect(server.effects.map(({ body }) => Object.keys(body as object).toSorted())).toEqual([
    ['id', 'photo', 'title', 'version'],
  ])
})

test('without chosen fields nothing is sent, and no decision is left', async () => {
  const { server, page, id } = await createConflict()
  await page.keepFields(id, [])
  await page.wake()
  expect(server.effects).toEqual([])
  expect(await page.list('anna')).toEqual([])
})

test('a delete names the version that was seen, and the user decides when the row has changed [235]', async () => {
  const server = startModelServer(() => 'none')
  server.refuse(({ body }) =>
    body['version'] === 3
      ? { status: 409, key: 'row.stale', data: { current: { id: 'a', version: 5, n: 2 }, fields: ['n'] } }
      : undefined,
  )
  const page = openPage(server, { subtle })
  const remove = (entityId: string, baseVersion?: number) =>
    page.submit(
      creation(1, {
        entityId,
        deed: { kind: 'delete', ...(baseVersion !== undefined && { baseVersion }) },
        body: {},
      }),
    )
  const { id } = await remove('a', 3)
  const { id: left } = await remove('b', 3)
  await remove('c')
  await page.wake()
  expect(server.effects.map(({ body }) => body)).toEqual([{ id: 'c' }])
  expect(await page.list('anna')).toMatchObject([
    { state: 'conflict', conflict: { fields: ['n'] } },
    { state: 'conflict' },
    { state: 'done' },
  ])
  await page.keepLocal(id)
  await page.acceptRemote(left)
  await page.wake()
  expect(server.effects.map(({ body }) => body)).toEqual([{ id: 'c' }, { id: 'a', version: 5 }])
})
