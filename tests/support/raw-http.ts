import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** A response as received over the connection. */
export interface RawAnswer {
  /** 0 when the server closed the connection without a response. */
  status: number
  headers: Readonly<Record<string, string>>
  body: string
  text: string
}

/** Response timeout in milliseconds. */
const patienceMs = 20_000

/** Sends raw bytes and reads until the server closes; retries as `fetchServed` does. */
export async function sendRaw(port: number, bytes: string | Buffer): Promise<RawAnswer> {
  for (;;) {
    const answer = await sendOnce(port, bytes)
    const isBusy = answer.status === 503 && answer.headers['retry-after'] !== undefined
    if (!isBusy || !/^$|^<!doctype|"server\.busy"/.test(answer.body)) return answer
    await wait(200)
  }
}

function sendOnce(port: number, bytes: string | Buffer): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.setTimeout(patienceMs, () => {
      socket.destroy()
      reject(new Error(`No answer within ${patienceMs} ms to ${JSON.stringify(String(bytes).slice(0, 200))}`))
    })
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    // A body that is rejected while it is sent breaks the connection; the response counts.
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(parse(Buffer.concat(chunks).toString('utf8'))))
  })
}

/** Parts of a request; header lines are sent unchanged. */
export interface RawRequest {
  method?: string
  path: string
  headers?: readonly string[]
  body?: string | Buffer
}

/** Builds the bytes of a request that asks the server to close the connection. */
export function toBytes({ method = 'GET', path, headers = [], body }: RawRequest): Buffer {
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: forum.example', 'Connection: close', ...headers]
  if (body !== undefined) lines.push(`Content-Length: ${Buffer.byteLength(body)}`)
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), Buffer.from(body ?? '')])
}

function parse(text: string): RawAnswer {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf(':')
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()]
    }),
  )
  const body = rest.join('\r\n\r\n')
  const isChunked = headers['transfer-encoding'] === 'chunked'
  return {
    status: Number(statusLine.split(' ')[1] ?? 0),
    headers,
    body: isChunked ? unchunk(body) : body,
    text,
  }
}

function unchunk(body: string): string {
  return body.replaceAll(/(?:^|\r\n)[0-9a-f]+\r\n/gi, '')
}
