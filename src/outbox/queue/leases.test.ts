import { expect, test } from 'vitest'
import { leaseMs } from '../timing.ts'
import { leaseNext, renewLease, type LeaseHolder } from './lease.ts'
import { create, fresh, nowMs, leaseHolder, createQueue, withState } from './queue.fixture.ts'
import { recordResult } from './record-result.ts'

const there: LeaseHolder = { nowMs, holder: 'there', locked: false }
const taken = (by: LeaseHolder) => leaseNext(createQueue(fresh('1', create)), by).queue

test('only the sender of an entry can renew its lease', () => {
  const queue = taken(leaseHolder)
  const later = nowMs + leaseMs - 1
  expect(renewLease(queue, '1', { ...there, nowMs: later })).toBe(queue)
  expect(renewLease(queue, '1', { ...leaseHolder, nowMs: later }).entries[0]?.lease?.untilMs).toBe(
    later + leaseMs,
  )
})

test('a sender leases its own entry again', () => {
  expect(leaseNext(taken(leaseHolder), leaseHolder).entry?.id).toBe('1')
})

test('a sender with the lock takes over a lease that was made with the lock, and no other', () => {
  const locked = { ...there, locked: true }
  expect(leaseNext(taken({ ...leaseHolder, locked: true }), locked).entry?.id).toBe('1')
  expect(leaseNext(taken(leaseHolder), locked).entry).toBeUndefined()
})

test('a clock that was set back does not delay entries', () => {
  const ahead = taken({ ...leaseHolder, nowMs: nowMs + 24 * 60 * 60_000 })
  expect(leaseNext(ahead, there).entry?.id).toBe('1')
})

test('a finished entry has no lease, and finishes once', () => {
  const tried = { id: '1', key: 'key-1' }
  const done = recordResult(taken(leaseHolder), tried, { kind: 'done', ref: { id: 'row-7' } }, nowMs)
  expect(done.entries[0]).not.toHaveProperty('lease')
  expect(recordResult(done, tried, { kind: 'wait', failure: {}, delayMs: 1 }, nowMs)).toBe(done)
})

test('an entry that fails at the server blocks the others while the server may be down', () => {
  const queue = createQueue(fresh('1', create), fresh('2', create, 'other'))
  const failed = {
    state: 'waiting',
    tries: 4,
    nextAtMs: nowMs + 60_000,
    trouble: { key: 'server.error' },
  } as const
  expect(leaseNext(withState(queue, '1', failed), leaseHolder).entry).toBeUndefined()
})
