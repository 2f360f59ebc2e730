import { expect, test } from 'vitest'
import type { OutboxEntry } from '#outbox/index.ts'
import { toFieldIssues, findRejectedEntry, listOpenIssues } from './rejections.ts'

const entry = (overrides: Partial<OutboxEntry>) =>
  ({
    module: 'registrations',
    state: 'rejected',
    body: {},
    deed: { kind: 'create' },
    ...overrides,
  }) as OutboxEntry
const update = { kind: 'update', baseVersion: 1 } as const
const form = (activities: string[], files: string[]) => ({
  body: () => ({ activities, email: 'a@b' }),
  files: () => files.map((field) => ({ field, file: new Blob(), name: 'photo.jpg' })),
})

test('a change that was refused comes back to its form, whatever waits behind it', () => {
  const rejected = entry({ deed: update })
  const behind = entry({ deed: { kind: 'action', name: 'resubmit' }, state: 'queued' })
  expect(findRejectedEntry([rejected, behind], false)).toBe(rejected)
})

test('a new registration takes over nothing that was refused of an old one', () => {
  const old = entry({ deed: update })
  expect(findRejectedEntry([old], true)).toBeUndefined()
  const created = entry({})
  expect(findRejectedEntry([created, old], true)).toBe(created)
  expect(findRejectedEntry([entry({ state: 'done' })], true)).toBeUndefined()
  expect(findRejectedEntry([created], false)).toBeUndefined()
})

test('a refusal that names no field is told as a whole', () => {
  expect(toFieldIssues({ trouble: { key: 'registration.exists' }, msg: 'there is one' })).toEqual([
    { path: '', key: 'registration.exists', text: 'there is one' },
  ])
})

test('what was changed since is not told again', () => {
  const problems = [
    { path: 'activities', key: 'registration.tour_full' },
    { path: 'email', key: 'field.invalid' },
    { path: 'photo', key: 'file.damaged' },
  ]
  const rejected = entry({ problems, body: { activities: ['tour-c'], email: 'a@b' } })
  const listPaths = (activities: string[], files: string[] = ['photo']) =>
    listOpenIssues(rejected, form(activities, files)).map(({ path }) => path)
  expect(listPaths(['tour-c'])).toEqual(['activities', 'email', 'photo'])
  expect(listPaths(['tour-d'])).toEqual(['email', 'photo'])
})
