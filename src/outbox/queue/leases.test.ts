import { expect, test } from 'vitest'
import { leaseMs } from '../timing.ts'
import { leaseNext, renewLease, type LeaseHolder } from './lease.ts'
import { create, fresh, nowMs, picker, queueOf, withState } from './queue.fixture.ts'
import { recordResult } from './record-result.ts'

const there: LeaseHolder = { nowMs, holder: 'there', locked: false }
const taken = (by: LeaseHolder) => leaseNext(queueOf(fresh('1', create)), by).queue

test('only who is sending something keeps it for longer', () => {
  const queue = taken(picker)
  const later = nowMs + leaseMs - 1
  expect(renewLease(queue, '1', { ...there, nowMs: later })).toBe(queue)
  expect(renewLease(queue, '1', { ...picker, nowMs: later }).entries[0]?.lease?.untilMs).toBe(later + leaseMs)
})

test('a sender takes up again what it was sending itself', () => {
  expect(leaseNext(taken(picker), picker).entry?.id).toBe('1')
})

test('the lock says that who held it is gone; of who had none it says nothing', () => {
  const locked = { ...there, locked: true }
  expect(leaseNext(taken({ ...picker, locked: true }), locked).entry?.id).toBe('1')
  expect(leaseNext(taken(picker), locked).entry).toBeUndefined()
})

test('a clock that was set back keeps nothing from being sent', () => {
  const ahead = taken({ ...picker, nowMs: nowMs + 24 * 60 * 60_000 })
  expect(leaseNext(ahead, there).entry?.id).toBe('1')
})

test('what came to its end is nobody’s any more, and ends once', () => {
  const tried = { id: '1', key: 'key-1' }
  const done = recordResult(taken(picker), tried, { kind: 'done', ref: { id: 'row-7' } }, nowMs)
  expect(done.entries[0]).not.toHaveProperty('lease')
  expect(recordResult(done, tried, { kind: 'wait', trouble: {}, delayMs: 1 }, nowMs)).toBe(done)
})

test('what the server fails over holds the others up as long as it may be the server that is down', () => {
  const queue = queueOf(fresh('1', create), fresh('2', create, 'other'))
  const failed = {
    state: 'waiting',
    tries: 4,
    nextAtMs: nowMs + 60_000,
    trouble: { key: 'server.error' },
  } as const
  expect(leaseNext(withState(queue, '1', failed), picker).entry).toBeUndefined()
})
