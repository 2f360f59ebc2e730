import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What stands between the browser and the forum, to change what one of them sees. */
export interface FrontServer {
  url: string
  /** Answers a path with this text in place of the forum's: the next deploy's worker, another shell. */
  replace: (path: string, change: (text: string) => string) => void
  stop: () => Promise<void>
}

/**
 * Starts a server that hands every request on to the forum. A browser's own fetch of a worker's script passes no
 * interception of the browser driver, so a deploy must really be served.
 */
export async function startFrontServer(forumUrl: string): Promise<FrontServer> {
  const changes = new Map<string, (text: string) => string>()
  const server = createServer((incoming, outgoing) => {
    const path = new URL(incoming.url ?? '/', forumUrl).pathname
    handOn(forumUrl, incoming, outgoing, changes.get(path))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    replace: (path, change) => void changes.set(path, change),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function handOn(
  forumUrl: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  change: ((text: string) => string) | undefined,
): void {
  const { 'accept-encoding': encoding, 'if-none-match': etag, ...rest } = incoming.headers
  const headers = change ? rest : { ...rest, 'accept-encoding': encoding, 'if-none-match': etag }
  const known = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined))
  const asked = request(new URL(incoming.url ?? '/', forumUrl), { method: incoming.method, headers: known })
  asked.on('error', () => outgoing.destroy())
  asked.on('response', (answer) => {
    if (change) return sendChanged(answer, outgoing, change)
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(outgoing)
  })
  incoming.pipe(asked)
}

function sendChanged(
  answer: IncomingMessage,
  outgoing: ServerResponse,
  change: (text: string) => string,
): void {
  const chunks: Buffer[] = []
  answer.on('data', (chunk: Buffer) => chunks.push(chunk))
  answer.on('end', () => {
    const { 'content-length': _length, etag: _etag, ...headers } = answer.headers
    outgoing.writeHead(answer.statusCode ?? 502, headers)
    outgoing.end(change(Buffer.concat(chunks).toString('utf8')))
  })
}
