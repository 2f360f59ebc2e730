import { createServer } from 'node:net'

/** First port of tests, below the ephemeral ports of systems (Linux from 32768, others from 49152). */
const firstPort = 20_000
const portsEach = 1500
/** Number of concurrent test processes with port ranges of their own. */
const places = 8

/** Index among the processes of a runner: vitest counts from 1, Playwright from 0. */
const place = Number(process.env.VITEST_POOL_ID ?? process.env.TEST_PARALLEL_INDEX ?? 0) % places

/** Starts at a random port, because ports of the previous file may still be closing. */
let next = Math.floor(Math.random() * portsEach)

/** Finds a free port that this process does not get again soon. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < portsEach; tried += 1) {
    const port = firstPort + place * portsEach + (next % portsEach)
    next += 1
    if (await isFree(port)) return port
  }
  throw new Error('no port is free')
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.on('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
