import { expect, test } from 'vitest'
import { countVisibleEntries } from './entry.ts'
import { startModelServer, type Mishap } from './model-server.fixture.ts'
import { creation, openPage } from './outbox.fixture.ts'

const star = (n: number) => creation(n, { module: 'favourites', title: 'Favourites', isQuiet: true })
const unstar = (n: number) => ({ ...star(n), deed: { kind: 'delete' } as const })

/** Opens a page without network, which `connect` turns on. */
function page(mishap: Mishap = 'none') {
  let hasNoNetwork = true
  const server = startModelServer(() => mishap)
  const outbox = openPage(server, { hasNoNetwork: () => hasNoNetwork })
  return {
    server,
    outbox,
    connect: () => {
      hasNoNetwork = false
      return outbox.sendNow()
    },
  }
}

test('typed entries are sent before background entries [221]', async () => {
  const { outbox, server, connect } = page()
  await outbox.submit(star(1))
  await outbox.submit(star(2))
  await outbox.submit(creation(3))
  await connect()
  expect(server.effects.map(({ path, body }) => [path.split('/').at(-1), body['n']])).toEqual([
    ['side_meetings', 3],
    ['favourites', 1],
    ['favourites', 2],
  ])
})

test('a create and a delete cancel out in either order while neither is sent', async () => {
  const { outbox, server, connect } = page()
  await outbox.submit(star(1))
  await outbox.submit(unstar(1))
  await outbox.submit(unstar(2))
  await outbox.submit(star(2))
  expect(await outbox.list('anna')).toEqual([])
  await connect()
  expect(server.calls()).toBe(0)
})

test('a form that is filled in again after a delete is sent, since its content may differ', async () => {
  const { outbox } = page()
  await outbox.submit({ ...creation(1), deed: { kind: 'delete' } })
  await outbox.submit(creation(1))
  expect((await outbox.list('anna')).map(({ deed }) => deed.kind)).toEqual(['delete', 'create'])
})

test('a background entry that the server refuses is dropped and blocks nothing [221]', async () => {
  const { outbox, server, connect } = page()
  server.refuse(({ body }) => (body['n'] === 1 ? { status: 422, key: 'favourite.twice' } : undefined))
  await outbox.submit(star(1))
  await outbox.submit(star(2))
  await connect()
  expect((await outbox.list('anna')).map(({ body, state }) => [body['n'], state])).toEqual([[2, 'done']])
})

test('all background entries count as one', () => {
  const background = Array.from({ length: 60 }, () => ({ isQuiet: true }))
  expect([
    countVisibleEntries([]),
    countVisibleEntries(background),
    countVisibleEntries([...background, {}, { isQuiet: false }]),
  ]).toEqual([0, 1, 3])
})
