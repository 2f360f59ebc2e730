import { createServer } from 'node:net'

/** Ports of tests, below those that systems give to whoever asks for any (Linux from 32768, others from 49152). */
const firstPort = 20_000
const portsEach = 1500
/** Test processes that run at the same time and have ports of their own. */
const places = 8

/** Number among the processes of a runner: vitest's from 1, Playwright's from 0. */
const place = Number(process.env.VITEST_POOL_ID ?? process.env.TEST_PARALLEL_INDEX ?? 0) % places

/** A file's process begins anywhere: ports of the file before may be on their way out. */
let next = Math.floor(Math.random() * portsEach)

/** A port that nothing listens on, and that this process is not given again soon. */
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
