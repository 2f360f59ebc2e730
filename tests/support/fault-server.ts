import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { FieldIssue } from '../../contract/envelope.ts'

/** A fault of a request. */
export type Fault =
  /** The connection breaks before the forum receives the request. */
  | { kind: 'cut' }
  /** The forum handles the request; then the connection breaks before the response. */
  | { kind: 'commit-then-reset' }
  /** The request is accepted and never answered. */
  | { kind: 'stall' }
  | { kind: 'trickle'; bytesPerSecond: number }
  /** The connection breaks after some bytes of the response, once `after` resolves. */
  | { kind: 'break-off'; bytes: number; after: Promise<void> }
  /** Passes requests on again; stalled ones stay stalled. */
  | { kind: 'none' }
  /** A captive portal: status 200 and a foreign page for every request. */
  | { kind: 'portal' }
  /** The forum's own error, before it handles the request. */
  | {
      kind: 'refused'
      status: number
      key: string
      retryAfterSeconds?: number
      fields?: readonly FieldIssue[]
    }
  /** A changed response, as from the next deployment. */
  | { kind: 'changed'; change: (text: string) => string; afterMs?: number }

/** A proxy between browser and forum. */
export interface FaultServer {
  url: string
  port: number
  /** Requests since the last {@link mend}, also those that did not reach the forum: `GET /api/…`. */
  heard: () => readonly string[]
  /** Applies a fault to every request whose path and query match; the last fault counts. */
  fail: (which: RegExp, fault: Fault) => void
  /** Removes all faults and breaks stalled connections. */
  mend: () => void
  /** While true, the proxy destroys every connection and records nothing in `heard`. */
  setOffline: (offline: boolean) => void
  /** Passes requests to another server, as after a deployment. */
  handTo: (forumUrl: string) => void
  stop: () => Promise<void>
}

/** All requests. */
export const everything = /^/

/** Calls of the API. */
export const calls = /^\/api\//

/**
 * Starts a proxy in front of the forum that injects faults. Playwright's `route` would not do: it does not see the script
 * of a service worker, and it cannot let the forum commit and then reset the connection.
 */
export async function startFaultServer(firstForumUrl: string): Promise<FaultServer> {
  let forumUrl = firstForumUrl
  let faults: (readonly [RegExp, Fault])[] = []
  let heard: string[] = []
  let isOffline = false
  const stalled = new Set<ServerResponse>()
  const server = createServer((incoming, outgoing) => {
    if (isOffline) {
      incoming.destroy()
      return
    }
    const path = incoming.url ?? '/'
    heard.push(`${incoming.method} ${path}`)
    const fault = faults.findLast(([which]) => which.test(path))?.[1]
    if (fault?.kind === 'stall') stalled.add(outgoing)
    // Connections that end on either side are the subject of these tests.
    else void answer(forumUrl, incoming, outgoing, fault).catch(() => outgoing.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.address() as AddressInfo
  const mend = () => {
    faults = []
    heard = []
    for (const outgoing of stalled) outgoing.destroy()
    stalled.clear()
  }
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    heard: () => heard,
    setOffline: (offline) => {
      isOffline = offline
    },
    fail: (which, fault) => void faults.push([which, fault]),
    mend,
    handTo: (nextForumUrl) => void (forumUrl = nextForumUrl),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function answer(
  forumUrl: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  fault: Exclude<Fault, { kind: 'stall' }> | undefined,
): Promise<void> {
  switch (fault?.kind) {
    case 'cut':
      return void incoming.socket.resetAndDestroy()
    case 'portal':
      return sendPage(outgoing)
    case 'refused':
      return refuse(incoming, outgoing, fault)
    case 'changed':
      await wait(fault.afterMs ?? 0)
      break
    default:
  }
  const answered = await askForum(forumUrl, incoming, outgoing, fault?.kind === 'changed')
  if (fault?.kind === 'commit-then-reset') {
    await readAll(answered)
    return void incoming.socket.resetAndDestroy()
  }
  if (fault?.kind === 'changed') {
    const { 'content-length': _length, etag: _etag, ...headers } = answered.headers
    outgoing.writeHead(answered.statusCode ?? 502, headers)
    return void outgoing.end(fault.change(await readAll(answered)))
  }
  outgoing.writeHead(answered.statusCode ?? 502, answered.headers)
  if (fault?.kind === 'trickle') return trickle(answered, outgoing, fault.bytesPerSecond)
  if (fault?.kind === 'break-off') return breakOff(answered, incoming, outgoing, fault)
  answered.pipe(outgoing)
}

function refuse(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { status, key, retryAfterSeconds, fields = [] }: Extract<Fault, { kind: 'refused' }>,
): void {
  incoming.resume()
  outgoing.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'idempotency-key': String(incoming.headers['idempotency-key']),
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
  })
  outgoing.end(JSON.stringify({ code: status, msg: key, data: null, error: { key, fields }, requestId: 'r' }))
}

function sendPage(outgoing: ServerResponse): void {
  outgoing.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
  outgoing.end('<!doctype html><title>Hotel</title><h1>Sign in to the hotel</h1>')
}

/** @param whole true when the text of the response is needed: not compressed, and never `304` */
function askForum(
  forumUrl: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  whole: boolean,
): Promise<IncomingMessage> {
  const { 'accept-encoding': encoding, 'if-none-match': etag, ...rest } = incoming.headers
  const headers = whole ? rest : { ...rest, 'accept-encoding': encoding, 'if-none-match': etag }
  const known = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined))
  return new Promise((resolve, reject) => {
    const asked = request(new URL(incoming.url ?? '/', forumUrl), { method: incoming.method, headers: known })
    asked.on('error', reject)
    asked.on('response', resolve)
    outgoing.on('close', () => asked.destroy())
    incoming.pipe(asked)
  })
}

async function readAll(answered: IncomingMessage): Promise<string> {
  return Buffer.concat(await answered.toArray()).toString('utf8')
}

/** Chunks per second of a slow response. */
const partsPerSecond = 10

async function trickle(
  answered: IncomingMessage,
  outgoing: ServerResponse,
  bytesPerSecond: number,
): Promise<void> {
  const size = Math.max(1, Math.round(bytesPerSecond / partsPerSecond))
  for await (const chunk of answered as AsyncIterable<Buffer>) {
    for (let start = 0; start < chunk.length && !outgoing.destroyed; start += size) {
      outgoing.write(chunk.subarray(start, start + size))
      await wait(1000 / partsPerSecond)
    }
  }
  outgoing.end()
}

async function breakOff(
  answered: IncomingMessage,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { bytes, after }: Extract<Fault, { kind: 'break-off' }>,
): Promise<void> {
  let left = bytes
  for await (const chunk of answered as AsyncIterable<Buffer>) {
    outgoing.write(chunk.subarray(0, left))
    left -= chunk.length
    if (left <= 0) break
  }
  // A reset would discard what the browser has not read yet.
  await after
  incoming.socket.resetAndDestroy()
}
