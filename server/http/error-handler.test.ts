import { connect, type AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { publicRoute, startHttpApp } from './http-app.fixture.ts'
import { toHttpError } from './error-handler.ts'
import { bodyLimitBytes } from './limits.ts'
import { createHttpError } from '../errors.ts'

function post(app: FastifyInstance, url: string, payload: string, type = 'application/json') {
  return app.inject({ method: 'POST', url, payload, headers: { 'content-type': type } })
}

describe('refusals', () => {
  it('speak the language that the caller prefers and carry the request number [282]', async () => {
    const app = await startHttpApp()
    const chinese = await app.inject({ url: '/api/wrong-login' })
    const english = await app.inject({
      url: '/api/wrong-login',
      headers: { 'accept-language': 'en-GB,zh;q=0.5' },
    })
    expect(chinese.statusCode).toBe(200)
    expect(chinese.json()).toEqual({
      code: 401,
      msg: '账号或密码不正确。',
      data: null,
      error: { key: 'sign_in.refused', fields: [] },
      requestId: 'r1',
    })
    expect(english.json()).toMatchObject({ msg: 'The account or password is not correct.', requestId: 'r2' })
  })

  it('carry what their key promises beside the text, as the row that is there now', async () => {
    const current = { id: 'a', version: 4 }
    const stale: FastifyPluginAsync = async (app) => {
      app.post('/stale', { config: publicRoute }, async () => {
        throw createHttpError('row.stale', { data: { current, fields: ['title'] } })
      })
    }
    const answer = await (
      await startHttpApp({ routes: [stale] })
    ).inject({ method: 'POST', url: '/api/stale' })
    expect([answer.statusCode, answer.json()]).toMatchObject([
      409,
      { code: 409, data: { current, fields: ['title'] }, error: { key: 'row.stale', fields: [] } },
    ])
  })

  it('tell nothing of what went wrong inside; the log has it under the number', async () => {
    const lines: string[] = []
    const app = await startHttpApp({ logLevel: 'info', logStream: { write: (line) => lines.push(line) } })
    const answer = await app.inject({ url: '/api/broken?name=Li', headers: { authorization: 'good' } })
    expect(answer.statusCode).toBe(500)
    expect(answer.json()).toMatchObject({ code: 500, error: { key: 'server.error' }, requestId: 'r1' })
    expect(answer.body).not.toContain('secret')
    const log = lines.join('')
    expect(log).toContain('select secret from users')
    expect(log).toContain('"reqId":"r1"')
    expect(log).not.toContain('name=Li')
    expect(log).not.toContain('good')
  })

  it('of a body whose sender resets the connection are no line of an error', async () => {
    const lines: string[] = []
    const refused = Promise.withResolvers<void>()
    const echo: FastifyPluginAsync = async (app) => {
      app.addHook('onError', async () => refused.resolve())
      app.post('/echo', { config: publicRoute }, async () => undefined)
    }
    const logStream = { write: (line: string) => lines.push(line) }
    const app = await startHttpApp({ logLevel: 'warn', logStream, routes: [echo] })
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const head = 'POST /api/echo HTTP/1.1\r\nHost: forum.example\r\nContent-Type: application/json\r\n'
    const socket = connect(port, '127.0.0.1', () => socket.write(`${head}Content-Length: 9\r\n\r\n{"a"`))
    app.server.once('request', () => socket.resetAndDestroy())
    await refused.promise
    await app.inject({ url: '/api/echo' })
    expect(lines).toEqual([])
  })

  it('ask for another try when the database is away', async () => {
    const answer = await (await startHttpApp()).inject({ url: '/api/away' })
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['retry-after']).toBe('5')
    expect(answer.json()).toMatchObject({ error: { key: 'server.unavailable' } })
  })

  it.each([
    Object.assign(new Error('terminating connection'), { code: '57P01' }),
    Object.assign(new Error('the connection is gone'), { code: '08006' }),
    Object.assign(new Error('too many connections'), { code: '53300' }),
    new Error('Connection terminated unexpectedly'),
    new Error('Client has encountered a connection error and is not queryable'),
    Object.assign(new Error('database or disk is full'), { errcode: 13 }),
    Object.assign(new Error('attempt to write a readonly database'), { errcode: 1032 }),
    Object.assign(new Error('could not write block'), { code: '58030' }),
    Object.assign(new Error('cannot execute INSERT in a read-only transaction'), { code: '25006' }),
    Object.assign(new Error('deadlock detected'), { code: '40P01' }),
    Object.assign(new Error('getaddrinfo EAI_AGAIN db'), { code: 'EAI_AGAIN' }),
    Object.assign(new Error('no route to host'), { code: 'EHOSTUNREACH' }),
    Object.assign(new Error('disk quota exceeded'), { code: 'EDQUOT' }),
    Object.assign(new Error('read-only file system'), { code: 'EROFS' }),
  ])('ask for another try over $message', (error) => {
    expect(toHttpError(error).key).toBe('server.unavailable')
  })

  it('are a page in the person’s language where a person opened one, with when to try again', async () => {
    const app = await startHttpApp()
    const open = (language: string) =>
      app.inject({
        url: '/api/away',
        headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'accept-language': language },
      })
    const [english, chinese] = [await open('en'), await open('zh-CN')]
    expect(english.statusCode).toBe(503)
    expect(english.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'retry-after': '5',
      'cache-control': 'no-store',
    })
    expect(english.body).toContain('<html lang="en">')
    expect(english.body).toContain('<a href="">Try again</a>')
    // The browser reloads six to ten seconds later.
    expect(english.body).toMatch(/<meta http-equiv="refresh" content="(?:[6-9]|10)">/)
    expect(chinese.body).toContain('<html lang="zh-CN">')
    expect(chinese.body).toContain('<a href="">重试</a>')
    const call = await app.inject({ url: '/api/away', headers: { accept: 'application/json, */*' } })
    expect(call.json()).toMatchObject({ error: { key: 'server.unavailable' } })
  })

  it('name the fields that a schema refuses, and coerce nothing', async () => {
    const headers = { 'content-type': 'application/json', 'accept-language': 'en' }
    const payload = '{"age":"1","other":1}'
    const answer = await (
      await startHttpApp()
    ).inject({ method: 'POST', url: '/api/strict', payload, headers })
    expect(answer.statusCode).toBe(400)
    const { error } = answer.json<{ error: { key: string; fields: { path: string }[] } }>()
    expect(error.key).toBe('request.invalid')
    expect(error.fields.toSorted((a, b) => a.path.localeCompare(b.path))).toEqual([
      { path: 'age', key: 'field.invalid', text: 'This value is not valid.' },
      { path: 'name', key: 'field.required', text: 'This field is required.' },
      { path: 'other', key: 'field.unknown', text: 'This field is not accepted.' },
    ])
    const long = await post(await startHttpApp(), '/api/strict', '{"name":"abcd"}')
    expect(long.json()).toMatchObject({
      error: {
        fields: [{ path: 'name', key: 'field.too_long', params: { max: 3 }, text: '最多允许 3 个字符。' }],
      },
    })
  })
})

describe('bodies', () => {
  it.each([
    ['malformed JSON', '{"a":', 'application/json', 400, 'request.malformed_json'],
    ['an empty body', '', 'application/json', 400, 'request.malformed_json'],
    ['a prototype key', '{"a":{"__proto__":{"x":1}}}', 'application/json', 400, 'request.malformed_json'],
    [
      'an escaped prototype key',
      String.raw`{"\u005f_proto__":1}`,
      'application/json',
      400,
      'request.malformed_json',
    ],
    [
      'a constructor key',
      '{"constructor":{"prototype":{}}}',
      'application/json',
      400,
      'request.malformed_json',
    ],
    ['21 levels', '['.repeat(21) + ']'.repeat(21), 'application/json', 400, 'request.too_deep'],
    ['a million brackets', '['.repeat(1_000_000), 'application/json', 400, 'request.too_deep'],
    ['more than 1 MB', `"${'a'.repeat(bodyLimitBytes)}"`, 'application/json', 413, 'request.too_large'],
    ['an unknown type', '<a/>', 'application/xml', 415, 'request.unsupported_type'],
  ])('%s is refused', async (_name, payload, type, status, key) => {
    const answer = await post(await startHttpApp(), '/api/echo', payload, type)
    expect([answer.statusCode, answer.json<{ error: { key: string } }>().error.key]).toEqual([status, key])
  })

  it('20 levels, brackets in strings and forms are taken', async () => {
    const app = await startHttpApp()
    const deep = '['.repeat(20) + ']'.repeat(20)
    expect((await post(app, '/api/echo', deep)).json()).toMatchObject({ data: JSON.parse(deep) as unknown })
    const text = JSON.stringify({ a: `"${'['.repeat(50)}\\` })
    expect((await post(app, '/api/echo', text)).json()).toMatchObject({ data: JSON.parse(text) as unknown })
    const form = await post(app, '/api/echo', 'a=1&b=%E4%B8%AD', 'application/x-www-form-urlencoded')
    expect(form.json()).toMatchObject({ data: { a: '1', b: '中' } })
  })
})

it('a refusal of a call with a thousand long names is short, and whole in what it says', async () => {
  const names = Array.from({ length: 1000 }, (_, index) => `${index}${'字'.repeat(250)}`)
  const body = JSON.stringify({ name: 'abc', ...Object.fromEntries(names.map((name) => [name, 1])) })
  const answer = await post(await startHttpApp(), '/api/strict', body)
  expect(answer.statusCode).toBe(400)
  expect(answer.rawPayload.length).toBeLessThan(100_000)
  const { fields } = answer.json<{ error: { fields: { path: string; text: string }[] } }>().error
  expect(fields).toHaveLength(100)
  expect(fields[7]).toMatchObject({
    path: expect.stringMatching(/^7字+…$/) as string,
    text: expect.any(String) as string,
  })
})
