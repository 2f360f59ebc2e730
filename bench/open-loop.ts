/**
 * A load generator in a separate process. It reads a plan from standard input, sends requests at a fixed rate
 * regardless of responses, and prints the result. Times count from when a request was due, so that a server that stops
 * for a second is late for every request of that second.
 */
import { Agent, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { percentile } from './bench.ts'
import type { LoadPlan, LoadResult, PlannedRequest } from './load.ts'

/** Interval of sending due requests, in milliseconds. */
const tickMs = 4
/** Response timeout in milliseconds; later is an error. */
const timeoutMs = 30_000

const plan = (await json(process.stdin)) as LoadPlan
const agent = new Agent({ keepAlive: true, maxSockets: plan.connections, scheduling: 'fifo' })
const times = new Map<string, number[]>(plan.kinds.map(({ name }) => [name, []]))
const errors = new Map<string, Map<string, number>>(plan.kinds.map(({ name }) => [name, new Map()]))
const nextByKind = new Map<string, number>()
/** Order of the kinds: each by its share, evenly mixed. */
const kindOrder = plan.kinds
  .flatMap(({ name, share }) => Array.from({ length: share }, (_, at) => ({ name, at: (at + 0.5) / share })))
  .toSorted((a, b) => a.at - b.at)

const pending: Promise<void>[] = []
const startMs = performance.now()
const total = Math.round(plan.perSecond * plan.seconds)
await new Promise<void>((resolve) => {
  let sent = 0
  const timer = setInterval(() => {
    const due = Math.min(total, Math.floor(((performance.now() - startMs) / 1000) * plan.perSecond))
    for (; sent < due; sent += 1) pending.push(sendNext(sent))
    if (sent === total) {
      clearInterval(timer)
      resolve()
    }
  }, tickMs)
})
await Promise.all(pending)
agent.destroy()
process.stdout.write(JSON.stringify(summarize()))

async function sendNext(index: number): Promise<void> {
  const name = kindOrder[index % kindOrder.length]?.name ?? ''
  const kind = plan.kinds.find((one) => one.name === name)
  const at = nextByKind.get(name) ?? 0
  nextByKind.set(name, at + 1)
  const planned = kind?.requests[at % kind.requests.length]
  if (!planned) throw new Error(`no request of ${name}`)
  const dueMs = startMs + (index / plan.perSecond) * 1000
  const problem = await send(planned)
  times.get(name)?.push(performance.now() - dueMs)
  const problems = errors.get(name)
  if (problem !== undefined) problems?.set(problem, (problems.get(problem) ?? 0) + 1)
}

/** @returns the fault of the response; a rejected sign-in has HTTP 200, so its code counts */
function send({ method, path, token, body }: PlannedRequest): Promise<string | undefined> {
  const payload = body === undefined ? undefined : JSON.stringify(body)
  return new Promise((resolve) => {
    const clientRequest = request(
      plan.url + path,
      {
        agent,
        method,
        timeout: timeoutMs,
        headers: {
          'accept-encoding': 'br, gzip',
          ...(token !== undefined && { authorization: token }),
          ...(payload !== undefined && { 'content-type': 'application/json' }),
        },
      },
      (response) => {
        let text = ''
        response.on('data', (chunk: Buffer) => {
          if (payload !== undefined && text.length < 100) text += String(chunk)
        })
        response.on('error', (error) => resolve(error.message))
        response.on('end', () => {
          const isSuccess =
            response.statusCode === 200 && (payload === undefined || text.startsWith('{"code":200'))
          resolve(isSuccess ? undefined : `${response.statusCode} ${/"key":"([^"]+)"/.exec(text)?.[1] ?? ''}`)
        })
      },
    )
    clientRequest.on('timeout', () => clientRequest.destroy(new Error('no answer')))
    clientRequest.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    clientRequest.end(payload)
  })
}

function summarize(): LoadResult {
  const all = [...times.values()].flat()
  const problems = [...errors].map(([name, counts]) => [name, Object.fromEntries(counts)])
  return {
    sent: all.length,
    perSecond: all.length / ((performance.now() - startMs) / 1000),
    p50: percentile(all, 50),
    p95: percentile(all, 95),
    p99: percentile(all, 99),
    errors: [...errors.values()].flatMap((counts) => [...counts.values()]).reduce((sum, one) => sum + one, 0),
    faults: Object.fromEntries(problems) as LoadResult['faults'],
    p95ByKind: Object.fromEntries([...times].map(([name, ms]) => [name, percentile(ms, 95)])),
  }
}
