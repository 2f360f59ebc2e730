import { expect, test } from 'vitest'
import { expiresAfterMs, leaseMs, receiptTtlMs } from '../timing.ts'
import type { Operation, EntryQueue } from '../entry.ts'
import { expireEntries } from './expire.ts'
import { discard, keepLocal, scheduleNow, acceptRemote } from './amend.ts'
import { isLeased } from './dependencies.ts'
import { enqueue, rebase } from './enqueue.ts'
import { getNextDueAt, leaseNext, type LeaseHolder } from './lease.ts'
import { create, fresh, ids, nowMs, leaseHolder, createQueue, update, withState } from './queue.fixture.ts'
import { recordResult } from './record-result.ts'

const dueOf = (changed: EntryQueue) =>
  changed.entries.filter(({ nextAtMs }) => nextAtMs === 0).map(({ id }) => id)
/** No form has a draft. */
const none: ReadonlySet<string> = new Set()
const rejection = { kind: 'clear' as const, value: { msg: '', problems: [] } }

test('a delete and a create that was never tried cancel out, with the entries between them', () => {
  const queue = createQueue(fresh('1', create), fresh('2', update(0)), fresh('3', create, 'other'))
  const { queue: remaining, entry } = enqueue(queue, fresh('4', { kind: 'delete' }))
  expect(entry).toBeUndefined()
  expect(ids(remaining)).toEqual(['3'])
})

test('a delete of a create that was tried follows it', () => {
  const queue = withState(createQueue(fresh('1', create)), '1', { isTried: true, state: 'waiting' })
  expect(enqueue(queue, fresh('2', { kind: 'delete' })).entry).toMatchObject({ dependsOn: '1' })
})

test('an entry that a proxy refuses five times no longer blocks the others', () => {
  const failing = { state: 'waiting', tries: 5, nextAtMs: nowMs + 60_000 } as const
  const queue = createQueue(fresh('1', create), fresh('2', create, 'other'))
  for (const trouble of [{ status: 413 }, { status: 403 }, { status: 500, key: 'server.error' }])
    expect(leaseNext(withState(queue, '1', { ...failing, trouble }), leaseHolder).entry?.id).toBe('2')
  // Without network all entries are blocked, and so with a busy server.
  for (const trouble of [{}, { status: 503, key: 'server.busy' }])
    expect(leaseNext(withState(queue, '1', { ...failing, trouble }), leaseHolder).entry).toBeUndefined()
})

test('a rejected entry blocks only those that depend on it', () => {
  const queue = createQueue(fresh('1', create), fresh('2', update(0)), fresh('3', create, 'other'))
  expect(leaseNext(withState(queue, '1', { state: 'rejected' }), leaseHolder).entry?.id).toBe('3')
})

test('an entry belongs to its sender until the lease ends, and is then leased under the same key', () => {
  const { queue, entry } = leaseNext(createQueue(fresh('1', create)), leaseHolder)
  expect(entry).toMatchObject({ state: 'sending', isTried: true, tries: 1 })
  const there: LeaseHolder = { nowMs, holder: 'there', locked: false }
  expect(leaseNext(queue, there).entry).toBeUndefined()
  expect(getNextDueAt(queue, there)).toBe(nowMs + leaseMs)
  expect(leaseNext(queue, { ...there, nowMs: nowMs + leaseMs }).entry?.key).toBe('key-1')
})

test('an entry with a valid lease is not discarded, one with an expired lease is', () => {
  const { queue } = leaseNext(createQueue(fresh('1', create)), leaseHolder)
  expect(discard(queue, '1', nowMs + leaseMs - 1)).toBeUndefined()
  expect(discard(queue, '1', nowMs + leaseMs)).toMatchObject({ entries: [] })
  expect(queue.entries.map((entry) => isLeased(entry, nowMs + leaseMs))).toEqual([false])
})

test('a refused token does not count as an attempt', () => {
  const { queue } = leaseNext(createQueue(fresh('1', create)), leaseHolder)
  const remaining = recordResult(queue, { id: '1', key: 'key-1' }, { kind: 'needs_auth', delayMs: 1 }, nowMs)
  expect(remaining.entries).toMatchObject([{ state: 'needs_auth', tries: 0, isTried: true }])
})

test('the result of an attempt under an older key changes nothing', () => {
  const { queue } = leaseNext(createQueue(fresh('1', create)), leaseHolder)
  const older = { id: '1', key: 'an older key' }
  expect(recordResult(queue, older, { kind: 'done', ref: { id: 'r' } }, nowMs)).toBe(queue)
})

test('dependents get the row’s id, and its version only when nobody else wrote in between', () => {
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

test('keeping the local version uses a new key and the server’s version number', () => {
  const queue = withState(createQueue(fresh('1', update(3))), '1', {
    state: 'conflict',
    isTried: true,
    told: rejection,
  })
  const [entry] = keepLocal(queue, '1', 'new', 7).entries
  expect(entry).toMatchObject({ state: 'queued', key: 'new', deed: update(7), isTried: false })
  expect(entry).not.toHaveProperty('told')
})

test('accepting the server’s version removes the entry, and bases its dependents on that version', () => {
  const both = createQueue(fresh('1', update(3)), fresh('2', update(3)))
  const remaining = acceptRemote(withState(both, '1', { state: 'conflict', isTried: true }), '1', 7)
  expect(remaining.entries).toMatchObject([{ id: '2', deed: update(7) }])
  expect(remaining.entries[0]).not.toHaveProperty('dependsOn')
})

test.each<[string, Operation, Operation]>([
  [
    'of a version is held against theirs',
    { kind: 'delete', baseVersion: 3 },
    { kind: 'delete', baseVersion: 7 },
  ],
  ['that named none is meant whatever stands there', { kind: 'delete' }, { kind: 'delete' }],
])('a deletion %s', (_name, deed, expected) => {
  const both = createQueue(fresh('1', update(3)), fresh('2', deed))
  const remaining = acceptRemote(withState(both, '1', { state: 'conflict', isTried: true }), '1', 7)
  expect(remaining.entries[0]?.deed).toEqual(expected)
})

test('entries expire after 14 days, receipts are removed after 7, and otherwise nothing is written', () => {
  const queue = createQueue(fresh('1', create), fresh('2', create, 'other'))
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

test('entries of another version of the app are not touched', () => {
  const queue = withState(createQueue(fresh('1', create)), '1', { schemaVersion: 99 })
  expect(leaseNext(queue, leaseHolder).entry).toBeUndefined()
  expect(expireEntries(queue, nowMs + expiresAfterMs + 1, none)).toBe(queue)
  expect(discard(queue, '1', nowMs)).toBeUndefined()
  const done = withState(queue, '1', { state: 'done', doneAtMs: nowMs })
  expect(expireEntries(done, nowMs + receiptTtlMs + 1, none)).toBe(done)
})

test('scheduleNow affects neither entries with Retry-After nor those that failed often', () => {
  const queue = createQueue(fresh('1', create), fresh('2', create, 'b'), fresh('3', create, 'c'))
  const waiting = { state: 'waiting', nextAtMs: nowMs + 60_000 } as const
  const entries = [
    ['1', { ...waiting, tries: 1, trouble: {} }],
    ['2', { ...waiting, tries: 9, trouble: {} }],
    ['3', { ...waiting, tries: 1, trouble: { isAskedToWait: true } }],
  ] as const
  const all = entries.reduce((changed, [id, change]) => withState(changed, id, change), queue)
  expect(dueOf(scheduleNow(all))).toEqual(['1', '2'])
  expect(dueOf(scheduleNow(all, 3))).toEqual(['1'])
  expect(scheduleNow(queue)).toBe(queue)
})
