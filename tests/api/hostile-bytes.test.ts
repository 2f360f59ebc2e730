import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startForum, type ForumProcess } from '../support/forum-process.ts'
import { full } from '../support/marks.ts'
import { sendRaw } from '../support/raw-http.ts'
import { findFault } from '../support/refusal-check.ts'

const host = 'Host: forum.example'
const login = 'POST /api/front/user/login HTTP/1.1'
const json = 'Content-Type: application/json'
/** What a smuggler hides behind a first request, to have it answered as another one. */
const hidden = `GET /api/front/user/current HTTP/1.1\r\n${host}\r\n\r\n`

const request = (...lines: string[]): string => `${lines.join('\r\n')}\r\n\r\n`

/** Bytes that are no request, or two at once to somebody else: each must get one refusal and the end. */
const chunked = 'Transfer-Encoding: chunked'
const get = 'GET /livez HTTP/1.1'
const broken: readonly (readonly [string, string | Buffer])[] = [
  ['a length and chunks', request(login, host, json, 'Content-Length: 5', chunked) + `0\r\n\r\n${hidden}`],
  ['chunks and a length', request(login, host, json, chunked, 'Content-Length: 0') + `0\r\n\r\n${hidden}`],
  ['two lengths', request(login, host, json, 'Content-Length: 2', 'Content-Length: 40') + `{}${hidden}`],
  ['a length with a sign', request(login, host, json, 'Content-Length: +2') + '{}'],
  ['a length in hexadecimal', request(login, host, json, 'Content-Length: 0x2') + '{}'],
  ['a length beyond all numbers', request(login, host, json, `Content-Length: ${'9'.repeat(40)}`) + '{}'],
  [
    'an encoding that is not the last',
    request(login, host, json, `${chunked}, identity`) + `0\r\n\r\n${hidden}`,
  ],
  ['a bad size of a chunk', request(login, host, json, chunked) + 'zz\r\n{}\r\n0\r\n\r\n'],
  ['a chunk longer than it says', request(login, host, json, chunked) + '2\r\n{}{}{}\r\n0\r\n\r\n'],
  ['a blank before the colon', request(get, host, 'Content-Length : 0')],
  ['a header folded over two lines', request(get, host, 'X-A: b', ` ${chunked}`)],
  ['NUL in a header', request(get, host, 'X-A: b\0c')],
  ['a bare line end in a header', request(get, host, 'X-A: b\rX-B: c')],
  ['no host', request(get, 'Connection: close')],
  ['a blank in the address', request('GET /livez /readyz HTTP/1.1', host)],
  [
    'bytes of no language in the address',
    Buffer.from(request('GET /li\xff\xfevez HTTP/1.1', host), 'latin1'),
  ],
  ['a method that is none', request('LOOK /livez HTTP/1.1', host)],
  ['the start of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['the start of TLS', Buffer.from('160301020001000001fc0303' + 'ab'.repeat(40), 'hex')],
  ['a flood of headers', request(get, host, ...Array.from({ length: 5000 }, (_, at) => `X-${at}: ${at}`))],
  ['one header of 100 kB', request(get, host, `X-A: ${'a'.repeat(100_000)}`)],
  ['an address of 100 kB', request(`GET /${'a'.repeat(100_000)} HTTP/1.1`, host)],
]

describe('bytes on the wire', () => {
  let forum: ForumProcess
  beforeAll(async () => {
    forum = await startForum()
  })
  afterAll(() => forum.stop())

  it.each(broken)('%s: one refusal in the envelope, and the connection ends [S15]', async (_what, bytes) => {
    const answer = await sendRaw(forum.port, bytes)
    expect(findFault(answer, { mayPass: false })).toBeUndefined()
    expect(answer.text.match(/HTTP\/1\.1 \d{3} /g)).toHaveLength(1)
    expect((await fetch(`${forum.url}/readyz`)).status).toBe(200)
  })

  it('are read as two requests when they are two', async () => {
    const two = request(get, host) + request(get, host, 'Connection: close')
    expect((await sendRaw(forum.port, two)).text.match(/HTTP\/1\.1 200 /g)).toHaveLength(2)
  })

  it('tell no other host than ours, whatever host is asked', async () => {
    for (const name of ['evil.example', 'evil.example:80@forum', '"><script>', '[::1'])
      for (const path of ['/', '/api/docs', '/api/nothing', '/nowhere']) {
        const head = [`GET ${path} HTTP/1.1`, `Host: ${name}`, 'Accept: text/html', 'Connection: close']
        const answer = await sendRaw(forum.port, request(...head))
        expect(findFault(answer, { mayPass: true }), `${name} ${path}`).toBeUndefined()
        expect(answer.text).not.toContain('evil.example')
      }
  })

  it(
    'that come too slowly are ended, and nobody waits for them [S15]',
    { ...full('waits half a minute for the time-out of a request'), timeout: 120_000 },
    async () => {
      const slow = Array.from({ length: 100 }, () => connect(forum.port, '127.0.0.1'))
      const texts = slow.map(() => '')
      for (const [at, socket] of slow.entries()) {
        socket.on('data', (chunk) => (texts[at] += String(chunk)))
        socket.on('error', () => undefined)
        socket.write(`GET /livez HTTP/1.1\r\n${host}\r\nX-Slow: `)
      }
      // A byte that meets the closed end breaks the line: an error before the close, which `once` would throw.
      const ends = Promise.all(slow.map((socket) => new Promise((resolve) => socket.on('close', resolve))))
      const drip = setInterval(() => {
        for (const socket of slow) if (socket.writable) socket.write('a')
      }, 1000)
      expect((await fetch(`${forum.url}/readyz`)).status).toBe(200)
      await ends
      clearInterval(drip)
      expect(
        new Set(texts.map((text) => /HTTP\/1\.1 (\d+) [^]*"key":"([\w.]+)"/.exec(text)?.slice(1).join(' '))),
      ).toEqual(new Set(['408 request.timeout']))
    },
  )
})
