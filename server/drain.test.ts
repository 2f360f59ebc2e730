import type { setTimeout as waitMs } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { createDrain } from './drain.ts'

test('a part that never closes does not hold up the end beyond ten seconds', async () => {
  const waitedMs: number[] = []
  const wait = ((ms, value) => {
    waitedMs.push(ms ?? 0)
    return Promise.resolve(value)
  }) as typeof waitMs
  const server = {
    getConnections: (found: (error: null, count: number) => void) => found(null, 1),
    closeAllConnections: () => {},
  }
  const app = { server, close: () => new Promise(() => {}) } as unknown as FastifyInstance
  await createDrain(wait).close(app)
  expect(waitedMs.reduce((sum, ms) => sum + ms)).toBeLessThan(10_000)
})
