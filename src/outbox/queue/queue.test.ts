import { expect, test } from 'vitest'
import { expiresAfterMs, leaseMs, receiptTtlMs } from '../timing.ts'
import type { Operation, EntryQueue } from '../entry.ts'
import { expireEntries } from './expire.ts'
import { discard, keepLocal, scheduleNow, acceptRemote } from './amend.ts'
import { isLeased } from './dependencies.ts'
import { enqueue, rebase } from './enqueue.ts'
import { getNextDueAt, leaseNext, type LeaseHolder } from './lease.ts'
import { create, fresh, ids, nowMs, picker, queueOf, update, withState } from './queue.fixture.ts'
import { recordResult } from './record-result.ts'

const dueOf = (changed: EntryQueue) =>
  changed.entries.filter(({ nextAtMs }) => nextAtMs === 0).map(({ id }) => id)
/** No form has a draft. */
const none: ReadonlySet<string> = new Set()
const told = { kind: 'clear' as const, value: { msg: '', problems: [] } }

test('a cancel and the create that was never tried annihilate, with what stood between', () => {
  const queue = queueOf(fresh('1', create), fresh('2', update(0)), fresh('3', create, 'other'))
  const { queue: left, entry } = enqueue(queue, fresh('4', { kind: 'delete' }))
  expect(entry).toBeUndefined()
  expect(ids(left)).toEqual(['3'])
})

test('a cancel of a create that was tried follows it', () => {
  const queue = withState(queueOf(fresh('1', create)), '1', { isTried: true, state: 'waiting' })
  expect(enqueue(queue, fresh('2', { kind: 'delete' })).entry).toMatchObject({ dependsOn: '1' })
})

test('what something on the way refuses five times lets the others pass', () => {
  const refused = { state: 'waiting', tries: 5, nextAtMs: nowMs + 60_000 } as const
  const queue = queueOf(fresh('1', create), fresh('2', create, 'other'))
  for (const trouble of [{ status: 413 }, { status: 403 }, { status: 500, key: 'server.error' }])
    expect(leaseNext(withState(queue, '1', { ...refused, trouble }), picker).entry?.id).toBe('2')
  // No network holds up all, and so does a server that is busy.
  for (const trouble of [{}, { status: 503, key: 'server.busy' }])
    expect(leaseNext(withState(queue, '1', { ...refused, trouble }), picker).entry).toBeUndefined()
})

test('a refused entry blocks only those that depend on it', () => {
  const queue = queueOf(fresh('1', create), fresh('2', update(0)), fresh('3', create, 'other'))
  expect(leaseNext(withState(queue, '1', { state: 'rejected' }), picker).entry?.id).toBe('3')
})

test('an entry is left to its sender as long as its lease runs, and then taken under the same key', () => {
  const { queue, entry } = leaseNext(queueOf(fresh('1', create)), picker)
  expect(entry).toMatchObject({ state: 'sending', isTried: true, tries: 1 })
  const there: LeaseHolder = { nowMs, holder: 'there', locked: false }
  expect(leaseNext(queue, there).entry).toBeUndefined()
  expect(getNextDueAt(queue, there)).toBe(nowMs + leaseMs)
  expect(leaseNext(queue, { ...there, nowMs: nowMs + leaseMs }).entry?.key).toBe('key-1')
})

test('what somebody is sending is not discarded; what a sender left is', () => {
  const { queue } = leaseNext(queueOf(fresh('1', create)), picker)
  expect(discard(queue, '1', nowMs + leaseMs - 1)).toBeUndefined()
  expect(discard(queue, '1', nowMs + leaseMs)).toMatchObject({ entries: [] })
  expect(queue.entries.map((entry) => isLeased(entry, nowMs + leaseMs))).toEqual([false])
})

test('a refusal of the token spends no try', () => {
  const { queue } = leaseNext(queueOf(fresh('1', create)), picker)
  const left = recordResult(queue, { id: '1', key: 'key-1' }, { kind: 'needs_auth', delayMs: 1 }, nowMs)
  expect(left.entries).toMatchObject([{ state: 'needs_auth', tries: 0, isTried: true }])
})

test('the end of a try under an older key changes nothing', () => {
  const { queue } = leaseNext(queueOf(fresh('1', create)), picker)
  const older = { id: '1', key: 'an older key' }
  expect(recordResult(queue, older, { kind: 'done', ref: { id: 'r' } }, nowMs)).toBe(queue)
})

test('those behind learn the row’s name, and the version only when nobody else wrote between', () => {
  expect(rebase(update(0), create, { id: 'r', version: 1 })).toEqual({ rowId: 'r', deed: update(1) })
  expect(rebase(update(3), update(3), { id: 'r', version: 4 })).toEqual({ rowId: 'r', deed: update(4) })
  expect(rebase(update(3), update(3), { id: 'r', version: 6 })).toEqual({ rowId: 'r' })
  expect(rebase(update(9), update(3), { id: 'r', version: 4 })).toEqual({ rowId: 'r' })
  expect(rebase({ kind: 'delete' }, create, { id: 'r', version: 1 })).toEqual({ rowId: 'r' })
  const seen: Operation = { kind: 'delete', baseVersion: 3 }
  const moved = { kind: 'delete', baseVersion: 4 }
  expect(rebase(seen, update(3), { id: 'r', version: 4 })).toEqual({ rowId: 'r', deed: moved })
  expect(rebase(seen, update(3), { id: 'r', version: 6 })).toEqual({ rowId: 'r' })
})

test('mine is kept under a new key over the version that is there now', () => {
  const queue = withState(queueOf(fresh('1', update(3))), '1', { state: 'conflict', isTried: true, told })
  const [entry] = keepLocal(queue, '1', 'new', 7).entries
  expect(entry).toMatchObject({ state: 'queued', key: 'new', deed: update(7), isTried: false })
  expect(entry).not.toHaveProperty('told')
})

test('theirs is taken: the entry goes, and what waited for it is held against theirs', () => {
  const both = queueOf(fresh('1', update(3)), fresh('2', update(3)))
  const left = acceptRemote(withState(both, '1', { state: 'conflict', isTried: true }), '1', 7)
  expect(left.entries).toMatchObject([{ id: '2', deed: update(7) }])
  expect(left.entries[0]).not.toHaveProperty('dependsOn')
})

test.each<[string, Operation, Operation]>([
  [
    'of a version is held against theirs',
    { kind: 'delete', baseVersion: 3 },
    { kind: 'delete', baseVersion: 7 },
  ],
  ['that named none is meant whatever stands there', { kind: 'delete' }, { kind: 'delete' }],
])('a deletion %s', (_name, deed, expected) => {
  const both = queueOf(fresh('1', update(3)), fresh('2', deed))
  const left = acceptRemote(withState(both, '1', { state: 'conflict', isTried: true }), '1', 7)
  expect(left.entries[0]?.deed).toEqual(expected)
})

test('what waited for 14 days is asked about, receipts go after 7, and else nothing is written', () => {
  const queue = queueOf(fresh('1', create), fresh('2', create, 'other'))
  const done = withState(queue, '2', { state: 'done', doneAtMs: nowMs })
  expect(expireEntries(done, nowMs, none)).toBe(done)
  expect(expireEntries(done, nowMs + receiptTtlMs + 1, none).entries).toMatchObject([
    { id: '1', state: 'queued' },
  ])
  expect(expireEntries(queue, nowMs + expiresAfterMs + 1, none).entries.map(({ state }) => state)).toEqual([
    'expired',
    'expired',
  ])
  const unnamed = withState(queue, '1', { state: 'needs_auth' })
  expect(expireEntries(unnamed, nowMs + expiresAfterMs + 1, none).entries[0]?.state).toBe('expired')
})

test('entries of another version of the app are left alone', () => {
  const queue = withState(queueOf(fresh('1', create)), '1', { schemaVersion: 99 })
  expect(leaseNext(queue, picker).entry).toBeUndefined()
  expect(expireEntries(queue, nowMs + expiresAfterMs + 1, none)).toBe(queue)
  expect(discard(queue, '1', nowMs)).toBeUndefined()
  const done = withState(queue, '1', { state: 'done', doneAtMs: nowMs })
  expect(expireEntries(done, nowMs + receiptTtlMs + 1, none)).toBe(done)
})

test('a network that is back makes due what waits, but neither what the server put off nor what failed often', () => {
  const queue = queueOf(fresh('1', create), fresh('2', create, 'b'), fresh('3', create, 'c'))
  const waiting = { state: 'waiting', nextAtMs: nowMs + 60_000 } as const
  const held = [
    ['1', { ...waiting, tries: 1, trouble: {} }],
    ['2', { ...waiting, tries: 9, trouble: {} }],
    ['3', { ...waiting, tries: 1, trouble: { isAskedToWait: true } }],
  ] as const
  const all = held.reduce((changed, [id, change]) => withState(changed, id, change), queue)
  expect(dueOf(scheduleNow(all))).toEqual(['1', '2'])
  expect(dueOf(scheduleNow(all, 3))).toEqual(['1'])
  expect(scheduleNow(queue)).toBe(queue)
})
