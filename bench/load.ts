import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

/** One request of a plan. */
export interface PlannedRequest {
  method: 'GET' | 'POST'
  path: string
  token?: string
  body?: object
}

/** A kind of request: its share, and requests that are sent in turn. */
export interface LoadKind {
  name: string
  /** Requests of this kind out of the sum of all shares. */
  share: number
  requests: readonly PlannedRequest[]
}

/** Plan of the load generator. */
export interface LoadPlan {
  url: string
  perSecond: number
  seconds: number
  /** Maximum concurrent connections. */
  connections: number
  kinds: readonly LoadKind[]
}

/** Result of the load; times in milliseconds from when a request was due. */
export interface LoadResult {
  sent: number
  perSecond: number
  p50: number
  p95: number
  p99: number
  errors: number
  /** Number of each fault of each kind. */
  faults: Readonly<Record<string, Readonly<Record<string, number>>>>
  p95ByKind: Readonly<Record<string, number>>
}

const driver = fileURLToPath(new URL('open-loop.ts', import.meta.url))

/** Sends requests at a fixed rate from a separate process. @throws Error with its output when it fails */
export async function runLoad(plan: LoadPlan): Promise<LoadResult> {
  const child = spawn(process.execPath, [driver], { stdio: ['pipe', 'pipe', 'pipe'] })
  child.stdin.end(JSON.stringify(plan))
  const exit = new Promise<number | null>((resolve) => child.on('exit', resolve))
  const [code, output, problems] = await Promise.all([exit, text(child.stdout), text(child.stderr)])
  if (code !== 0) throw new Error(`The load generator ended with ${code}: ${problems}`)
  return JSON.parse(output) as LoadResult
}

/** Creates GET requests, one per path. */
export function gets(paths: readonly string[], token?: string): PlannedRequest[] {
  return paths.map((path) => ({ method: 'GET', path: `/api${path}`, ...(token !== undefined && { token }) }))
}
