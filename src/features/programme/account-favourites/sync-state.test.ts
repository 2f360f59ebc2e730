import { expect, test } from 'vitest'
import type { OutboxEntry } from '#outbox/index.ts'
import { listMarkedItems, projectMarks, planSyncStep, type AccountFavourites } from './sync-state.ts'
import { moveDeviceStars } from './merge-device-favourites.ts'

const item = 'sessions/a'
const body = { item_module: 'sessions', item_id: 'a' }

const list = (...ids: string[]): AccountFavourites => ({
  askedAtMs: 1000,
  rows: ids.map((id) => ({ id: `row-${id}`, item_module: 'sessions', item_id: id })),
})

const entry = (kind: 'create' | 'delete', more: Partial<OutboxEntry> = {}): OutboxEntry => ({
  id: 'e',
  module: 'favourites',
  entityId: 'made-a',
  deed: { kind },
  state: 'queued',
  isLate: false,
  isBlocked: false,
  isQuiet: true,
  title: 'Favourites',
  formPath: '',
  body,
  fileNames: [],
  fileFields: [],
  tries: 0,
  isTried: false,
  createdAt: 0,
  ...more,
})

const step = (isMarked: boolean, known: AccountFavourites | undefined, ...entries: OutboxEntry[]) =>
  planSyncStep({ item, isMarked }, projectMarks(known, entries), known !== undefined)

const taken = (doneAt: number) => ({ state: 'done', doneAt, serverRef: { id: 'row-a' } }) as const

test.each([
  ['a star that the account does not have is sent', step(true, list()), { kind: 'create' }],
  ['also before the account is known', step(true, undefined), { kind: 'create' }],
  ['one that it has is not sent again', step(true, list('a')), { kind: 'none' }],
  ['nor one that waits already', step(true, list(), entry('create')), { kind: 'none' }],
  ['a star is taken away by its row', step(false, list('a')), { kind: 'delete', entityId: 'row-a' }],
  [
    'one that waits is taken back',
    step(false, list(), entry('create')),
    { kind: 'delete', entityId: 'made-a' },
  ],
  [
    'one that has just arrived goes by the row that it became',
    step(false, list(), entry('create', taken(1500))),
    { kind: 'delete', entityId: 'row-a' },
  ],
  ['what the account never had need not go', step(false, list()), { kind: 'none' }],
  ['while the account is not known it waits', step(false, undefined), { kind: 'wait' }],
  [
    'a star that is about to go comes back under its own name',
    step(true, list('a'), entry('delete', { entityId: 'row-a' })),
    { kind: 'create', entityId: 'row-a' },
  ],
  [
    'one that is gone is set anew',
    step(true, list('a'), entry('delete', { entityId: 'row-a', state: 'done', doneAt: 1500 })),
    { kind: 'create' },
  ],
  [
    'what arrived before the account was asked is in its answer',
    step(true, list(), entry('create', taken(500))),
    { kind: 'create' },
  ],
])('%s', (_name, actual, expected) => {
  expect({ ...actual }).toEqual({
    ...(expected.kind === 'create' && { entityId: undefined }),
    ...expected,
  })
})

test('starred is what the account has, and what waits', () => {
  const pending = entry('create', { body: { item_module: 'documents', item_id: 'd' } })
  const states = projectMarks(list('a', 'b'), [entry('delete', { entityId: 'row-a' }), pending])
  expect([...listMarkedItems(states)]).toEqual(['sessions/b', 'documents/d'])
})

/** The account's marks on a device that stores them or fails to. */
function makeMarks(canStore: boolean) {
  const ids = new Set<string>()
  let isPersisted = true
  return {
    read: () => ids,
    async set(_module: string, more: Iterable<string>) {
      for (const id of more) ids.add(id)
      isPersisted = canStore
    },
    isPersisted: () => isPersisted,
  }
}

test('a star of the device stays there until the account’s marks are kept on it', async () => {
  const stars = new Set(['a'])
  const sessions = {
    waitUntilRead: async () => {},
    read: () => stars,
    remove: async (ids: Iterable<string>) => [...ids].forEach((id) => stars.delete(id)),
  }
  const [failing, storing] = [makeMarks(false), makeMarks(true)]
  await moveDeviceStars(failing, { sessions })
  expect([[...stars], [...failing.read()]]).toEqual([['a'], ['a']])
  await moveDeviceStars(storing, { sessions })
  expect([[...stars], [...storing.read()]]).toEqual([[], ['a']])
})
