import { expect, test } from 'vitest'
import type { Submission } from './entry.ts'
import { startModelServer } from './model-server.fixture.ts'
import { creation, openPage } from './outbox.fixture.ts'

const { subtle } = globalThis.crypto

/** A change of three fields that met another one of two of them. */
async function meetConflict(files: Submission['files'] = []) {
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

test('of a conflict what is kept is sent over what the server holds now, and what both could have goes with it [234]', async () => {
  const { server, page, id } = await meetConflict()
  expect(await page.list('anna')).toMatchObject([
    { id, state: 'conflict', conflict: { fields: ['title', 'place'] } },
  ])
  await page.keepSome(id, ['title', 'note'])
  await page.wake()
  expect(server.effects.map(({ body }) => body)).toEqual([{ id: 'row', version: 4, title: 'A', note: 'n' }])
  expect(await page.list('anna')).toMatchObject([{ id, state: 'done' }])
})

test('a file goes along only where its field is kept', async () => {
  const photo = { field: 'photo', file: new File(['photo'], 'photo.jpg'), name: 'photo.jpg' }
  const { server, page, id } = await meetConflict([photo])
  await page.keepSome(id, ['title'])
  await page.wake()
  expect(server.effects.map(({ body }) => body)).toEqual([{ id: 'row', version: 4, title: 'A' }])
})

test('where nothing is kept nothing is sent, and nothing is left to decide', async () => {
  const { server, page, id } = await meetConflict()
  await page.keepSome(id, [])
  await page.wake()
  expect(server.effects).toEqual([])
  expect(await page.list('anna')).toEqual([])
})

test('a deletion says which version was seen: of a row that changed meanwhile its person decides [235]', async () => {
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
  await page.keepMine(id)
  await page.takeTheirs(left)
  await page.wake()
  expect(server.effects.map(({ body }) => body)).toEqual([{ id: 'c' }, { id: 'a', version: 5 }])
})
