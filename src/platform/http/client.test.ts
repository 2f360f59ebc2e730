import { expect, onTestFinished, test, vi } from 'vitest'
import { createHttpClient, type HttpClientDeps } from './client.ts'
import { isStatusOk } from './response.ts'
import { ApiError, InvalidUrlError, NetworkError } from './errors.ts'

interface Sent {
  url: string
  method: string
  headers: Headers
  body: unknown
  credentials: string
}

const ok = (data: unknown, headers: Record<string, string> = {}) =>
  Response.json({ code: 200, msg: 'ok', data }, { headers })

/** Creates a client over a server in memory that records the requests. */
function createClient(
  answer: (sent: Sent) => Response | Promise<Response>,
  more: Partial<HttpClientDeps> = {},
) {
  const sent: Sent[] = []
  const client = createHttpClient({
    baseUrl: 'https://forum.example/api',
    getToken: () => 'opaque token',
    getLocale: () => 'zh-CN',
    fetch: async (url, init = {}) => {
      const { method = 'GET', body, credentials = '' } = init
      const request = { url: url as string, method, headers: new Headers(init.headers), body, credentials }
      sent.push(request)
      return answer(request)
    },
    ...more,
  })
  return { client, sent }
}

test.each([undefined, null, 7, {}, new URL('https://forum.example/')])(
  'an address that is no string (%s) is refused before anything is sent [258, T21]',
  async (url) => {
    const { client, sent } = createClient(() => ok(1))
    await expect(client.get(url)).rejects.toBeInstanceOf(InvalidUrlError)
    await expect(client.post(url, {})).rejects.toBeInstanceOf(InvalidUrlError)
    expect(sent).toEqual([])
  },
)

test('paths lie under the API base, as irregular as they are [240, 255, T14]', async () => {
  const { client, sent } = createClient(() => ok(1))
  for (const path of ['/front/user/current', '/modules', '/relationship/rooms']) await client.get(path)
  await client.post('/module/sms/sendCode', { mobile: '1', check: false })
  await client.post('/export/rooms', { ids: [] }, { params: { sorters: 'name:asc' } })
  expect(sent.map(({ url }) => url.replace('https://forum.example', ''))).toEqual([
    '/api/front/user/current',
    '/api/modules',
    '/api/relationship/rooms',
    '/api/module/sms/sendCode',
    '/api/export/rooms?sorters=name%3Aasc',
  ])
})

test('the token goes as it is to our API, and nowhere else [240]', async () => {
  const { client, sent } = createClient(() => ok(1))
  await client.get('/modules')
  await client.get('https://other.example/data')
  await client.get('//other.example/data')
  expect(sent.map(({ url, headers }) => [new URL(url).host, headers.get('authorization')])).toEqual([
    ['forum.example', 'opaque token'],
    ['other.example', null],
    ['forum.example', 'opaque token'],
  ])
})

test('without a token there is no Authorization header [T22]', async () => {
  const { client, sent } = createClient(() => ok(1), { getToken: () => undefined })
  await client.get('/modules')
  expect(sent[0]?.headers.has('authorization')).toBe(false)
})

test('bodies are JSON, form fields when asked, and files as they are [256, 257, 259, T23]', async () => {
  const { client, sent } = createClient(() => ok(1))
  await client.post('/a', { name: '甲' })
  await client.post('/a', { name: '甲', none: undefined, n: 1 }, { requestType: 'form' })
  await client.post('/a', new FormData())
  expect(sent.map(({ headers }) => headers.get('content-type'))).toEqual([
    'application/json',
    'application/x-www-form-urlencoded;charset=UTF-8',
    null,
  ])
  expect(sent[0]?.body).toBe('{"name":"甲"}')
  expect(String(sent[1]?.body)).toBe('name=%E7%94%B2&n=1')
  expect(sent.every(({ credentials }) => credentials === 'same-origin')).toBe(true)
})

test('an error carries status, code, key, fields and the message of the server [263]', async () => {
  const errorBody = {
    code: 422,
    msg: '请检查',
    data: null,
    error: { key: 'validation.failed', fields: [{ path: 'name', key: 'required' }] },
    requestId: 'r1',
  }
  const { client } = createClient(() => Response.json(errorBody, { status: 422 }))
  await expect(client.post('/front/post/x', {})).rejects.toMatchObject({
    name: 'ApiError',
    status: 422,
    code: 422,
    key: 'validation.failed',
    msg: '请检查',
    fields: [{ path: 'name', key: 'required' }],
    requestId: 'r1',
  })
})

test('body code 401 under HTTP 200 is an error that differs from HTTP 401', async () => {
  const { client } = createClient(() => Response.json({ code: 401, msg: '密码错误', data: null }))
  const error = await client.post('/front/user/login', {}).catch((reason: unknown) => reason)
  expect(error).toMatchObject({ status: 200, code: 401, msg: '密码错误' })
})

test('status "ok" is success only where the call says so', async () => {
  const { client } = createClient(() => Response.json({ status: 'ok', data: { id: 'u' } }))
  expect(await client.get('/front/user/current', {}, { accepts: isStatusOk })).toEqual({ id: 'u' })
  await expect(client.get('/modules')).rejects.toBeInstanceOf(ApiError)
})

const html = (status: number) => new Response('<html>', { status, statusText: 'Bad Gateway' })

test('a page in place of an answer is not our server; an error page of a proxy keeps its status', async () => {
  await expect(createClient(() => html(200)).client.get('/modules')).rejects.toMatchObject({
    name: 'NetworkError',
    reason: 'not_our_server',
  })
  await expect(createClient(() => html(502)).client.get('/modules')).rejects.toMatchObject({
    name: 'ApiError',
    status: 502,
    msg: 'Bad Gateway',
    key: undefined,
  })
})

const dated = (status: number, body: string, date: string) =>
  new Response(status === 304 ? null : body, { status, headers: { date, etag: '"1"' } })

test('only responses of the forum’s server set the clock, 304 included, and not those of a portal', async () => {
  const dates: (string | null)[] = []
  const answers = [
    dated(200, '<html>', 'hotel'),
    dated(503, '<html>', 'proxy'),
    dated(200, '{"code":200,"msg":"ok","data":1}', 'answer'),
    dated(304, '', 'unchanged'),
    dated(422, '{"code":422,"msg":"no","data":null}', 'refusal'),
  ]
  const { client } = createClient(() => answers.shift() ?? html(500), {
    onServerDate: (date) => void dates.push(date),
  })
  for (let call = 0; call < 5; call += 1) await client.get('/modules').catch(() => undefined)
  expect(dates).toEqual(['answer', 'unchanged', 'refusal'])
})

test('no answer and a passed limit are network errors; the caller’s own end is not', async () => {
  const down = createClient(() => Promise.reject(new TypeError('Failed to fetch')))
  await expect(down.client.get('/modules')).rejects.toMatchObject({ reason: 'no_answer' })
  const silent = createClient(() => new Promise<Response>(() => undefined), {
    fetch: (_url, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))
      }),
  })
  await expect(silent.client.get('/modules', {}, { limitMs: 1 })).rejects.toMatchObject({
    reason: 'time_limit',
  })
  const controller = new AbortController()
  const request = silent.client.get('/modules', {}, { signal: controller.signal })
  controller.abort()
  await expect(request).rejects.not.toBeInstanceOf(NetworkError)
})

test('a call without a limit never times out [260]', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const answer = Promise.withResolvers<Response>()
  const slow = createClient(() => answer.promise)
  const request = slow.client.get('/modules')
  await vi.advanceTimersByTimeAsync(600_000)
  answer.resolve(ok([1]))
  expect(await request).toEqual([1])
})

test('a response with an ETag makes the next request conditional, and 304 returns the cached data', async () => {
  const { client, sent } = createClient(({ headers }) =>
    headers.get('if-none-match') === '"1"' ? new Response(null, { status: 304 }) : ok([1], { etag: '"1"' }),
  )
  expect(await client.get('/modules')).toEqual([1])
  expect(await client.get('/modules')).toEqual([1])
  client.clearCache()
  await client.get('/modules')
  expect(sent.map(({ headers }) => headers.get('if-none-match'))).toEqual([null, '"1"', null])
})

test('a cached response of one user is not used for another [T20]', async () => {
  let token = 'a'
  const { client, sent } = createClient(() => ok(1, { etag: '"1"' }), { getToken: () => token })
  await client.get('/modules')
  token = 'b'
  await client.get('/modules')
  expect(sent[1]?.headers.has('if-none-match')).toBe(false)
})

test('an answer that the page brought along needs no network, once', async () => {
  const brought = new Map([['/api/modules?a=1', { data: ['from the page'] }]])
  const { client } = createClient(() => ok(['from the network']), {
    takePageData: (key) => {
      const answer = brought.get(key)
      brought.delete(key)
      return answer
    },
  })
  expect(await client.get('/modules', { a: 1 })).toEqual(['from the page'])
  expect(await client.get('/modules', { a: 1 })).toEqual(['from the network'])
})

test('a download is a blob with its name; its refusal is read although a file was asked [219, T24]', async () => {
  const named = `attachment; filename="x.pdf"; filename*=UTF-8''%E8%AE%AE%E7%A8%8B.pdf`
  const file = createClient(() => new Response('bytes', { headers: { 'content-disposition': named } }))
  const { blob, name } = await file.client.download('/front/download/file/7')
  expect([await blob.text(), name]).toEqual(['bytes', '议程.pdf'])
  const refused = createClient(() =>
    Response.json(
      { code: 404, msg: '不存在', data: null, error: { key: 'not_found', fields: [] } },
      { status: 404 },
    ),
  )
  await expect(refused.client.download('/front/download/file/8')).rejects.toMatchObject({
    status: 404,
    key: 'not_found',
  })
})

test('a refused token is reported, and one that needs its second factor; a wrong password and a proxy’s 401 are not', async () => {
  const reported: string[] = []
  const answers = [
    Response.json({ code: 401, msg: '', data: null, error: { key: 'sign_in.required' } }, { status: 401 }),
    Response.json({ code: 401, msg: '', data: null, error: { key: 'sign_in.refused' } }),
    Response.json({ code: 403, msg: '', error: { key: 'second_factor.required' } }, { status: 403 }),
    new Response('proxy', { status: 401 }),
  ]
  const { client } = createClient(() => answers.shift() ?? ok(1), {
    onUnauthorized: ({ pathname }) => reported.push(pathname),
  })
  for (const path of ['/front/user/own', '/front/user/login', '/front/changes', '/front/other', '/modules'])
    await client.post(path, {}).catch(() => undefined)
  expect(reported).toEqual(['/api/front/user/own', '/api/front/changes'])
})
