import { METHODS } from 'node:http'
import { describe, expect, it, vi } from 'vitest'
import { insertSignIn } from '../../server/accounts/sign-ins.ts'
import { builtAppDir } from '../../server/app.ts'
import { addPerson } from '../support/accounts.ts'
import { eachDatabase } from '../support/databases.ts'
import {
  addressTricks,
  emptyBodies,
  hostileBodies,
  hostileQueries,
  hostileScalars,
  hostileValues,
  type HostileBody,
} from '../support/hostile-input.ts'
import { sendRaw, toBytes, type RawRequest } from '../support/raw-http.ts'
import { findFault } from '../support/refusal-check.ts'
import type { ServedRoute } from '../support/route-list.ts'
import { twoSizes } from '../support/sizes.ts'
import { useServer } from '../support/use-server.ts'

// Some thousand requests in each test.
vi.setConfig({ testTimeout: 120_000 })

/** Nobody listens there: a provider that is down. */
const deadProvider = 'http://127.0.0.1:9'

/** Faults in one report, and characters of each: one mistake shows at hundreds of addresses. */
const shownFaults = 40
const shownCharacters = 400

/** Routes that send what they were sent are none of ours; these answer HTML or files to whoever asks. */
const isCall = (url: string): boolean => url.startsWith('/api/')

/** Headers by which a proxy or a framework might be told to take the request for another one. */
const trickHeaders: readonly (readonly string[])[] = [
  ['X-HTTP-Method-Override: DELETE', 'X-Method-Override: PUT'],
  ['X-Original-URL: /api/front/user/current', 'X-Rewrite-URL: /metrics'],
  [
    'X-Forwarded-Host: evil.example',
    'X-Forwarded-Proto: https',
    'Forwarded: host=evil.example;for=127.0.0.1',
  ],
  ['X-Forwarded-For: 127.0.0.1', 'X-Real-IP: 127.0.0.1', 'X-Forwarded-Prefix: //evil.example'],
  ['Content-Type: application/json', 'Content-Type: text/plain'],
  ['Accept-Language: ../../etc/passwd', 'Accept: */*;q=a', 'Accept-Encoding: , ;q=, br;q=9'],
  ['If-None-Match: "a', 'If-Modified-Since: never', 'Range: bytes=-0,,9-1', 'If-Range: '],
  ['Origin: null', 'Cookie: __proto__=1; a=%00', 'X-Request-Id: a b\tc'],
  ['Expect: 200-nonsense'],
  ['Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA'],
]

eachDatabase('every route', (suite) => {
  const server = useServer(suite, {
    distDir: builtAppDir,
    env: { LOG_LEVEL: 'warn', WEIXIN_APP_ID: 'a', WEIXIN_APP_SECRET: 'b', WEIXIN_BASE: deadProvider },
  })

  /** A new administrator for each route: some of the calls end sign-ins or accounts. */
  async function signInAnew(): Promise<string> {
    const id = await addPerson(server, { role: 'organiser', isAdministrator: true })
    return insertSignIn(server.db.kysely, { id }, new Date())
  }

  /** Sends a hostile request as nobody and as an administrator, and says what was wrong with the answers. */
  async function attack(
    token: string,
    request: RawRequest,
    mayPass: (isAnonymous: boolean) => boolean,
  ): Promise<string[]> {
    const faults: string[] = []
    for (const isAnonymous of [true, false]) {
      const headers = ['Accept: application/json', ...(request.headers ?? [])]
      if (!isAnonymous) headers.push(`Authorization: ${token}`)
      const answer = await sendRaw(server.port, toBytes({ ...request, headers }))
      const fault = findFault(answer, { mayPass: mayPass(isAnonymous), isHead: request.method === 'HEAD' })
      const what = `${request.method ?? 'GET'} ${request.path.slice(0, 120)} ${String(request.headers ?? '')}`
      if (fault) faults.push(`${what} as ${isAnonymous ? 'nobody' : 'administrator'}: ${fault}`)
    }
    return faults
  }

  /** Other people are served in between, and no attack has reached a part that did not expect it. */
  async function isUnharmed(): Promise<string[]> {
    const answer = await server.get('/front/query/tracks/all?size=0')
    const failures = server.log.split('\n').filter((line) => line.includes('"call failed"'))
    server.log = ''
    return answer.status === 200 ? failures : [...failures, `others get ${answer.status}`]
  }

  /** Walks all routes with every n-th request of one kind of attack. */
  async function walk(
    step: number,
    requestsOf: (route: ServedRoute) => Iterable<RawRequest>,
    mayPass: (route: ServedRoute, isAnonymous: boolean) => boolean,
  ): Promise<{ faults: string[]; count: number }> {
    const faults: string[] = []
    let count = 0
    for (const route of server.routes) {
      const token = await signInAnew()
      for (const request of requestsOf(route)) {
        count += 1
        if (count % step === 0)
          faults.push(...(await attack(token, request, (isAnonymous) => mayPass(route, isAnonymous))))
      }
      faults.push(...(await isUnharmed()).map((fault) => `${route.method} ${route.url}: ${fault}`))
    }
    return { faults: faults.map((fault) => fault.slice(0, shownCharacters)).slice(0, shownFaults), count }
  }

  it('is known to this walk, by administrators who are signed in', async () => {
    const known = server.routes.map(({ method, url }) => `${method} ${url}`)
    for (const route of ['POST /api/front/user/login', 'GET /api/front/query/:module/:id', 'GET /assets/*'])
      expect(known).toContain(route)
    expect((await server.get('/front/user/current', await signInAnew())).status).toBe(200)
  })

  /** Each kind of attack: the requests at a route, and whether some may be answered like harmless ones. */
  const attacks: [
    what: string,
    requests: (route: ServedRoute) => Iterable<RawRequest>,
    mayPass: typeof asUsual,
  ][] = [
    [
      'refuses every hostile value in its path',
      function* ({ method, url }) {
        for (const value of hostileValues)
          for (const path of withValue(url, value)) yield { method, path, ...emptyJson(method) }
      },
      // A value that a browser's own tidying would make another address may be that other address.
      ({ url }) => !isCall(url),
    ],
    [
      'is not reached by those who may not by another way of writing its address',
      function* ({ method, url }) {
        for (const trick of addressTricks) yield { method, path: trick(harmless(url)), ...emptyJson(method) }
      },
      asUsual,
    ],
    [
      'takes no query for more than it is',
      function* ({ method, url }) {
        for (const query of hostileQueries)
          yield { method, path: `${harmless(url)}?${query}`, ...emptyJson(method) }
      },
      asUsual,
    ],
    [
      'answers its own methods only',
      function* ({ url }) {
        const served = server.routes.filter((route) => route.url === url).map(({ method }) => method)
        // CONNECT asks a proxy for a tunnel; Node closes the connection, as it should.
        const known = new Set([...served, 'CONNECT', ...(served.includes('GET') ? ['HEAD'] : [])])
        for (const method of [...METHODS, 'NONSENSE', 'get'])
          if (!known.has(method)) yield { method, path: harmless(url) }
      },
      () => false,
    ],
    [
      'is not led astray by headers',
      function* ({ method, url }) {
        for (const headers of trickHeaders) {
          const hasType = headers.some((line) => line.startsWith('Content-Type'))
          const body = hasType ? { body: '{}' } : emptyJson(method)
          yield { method, path: harmless(url), ...body, headers: [...headers, ...(body.headers ?? [])] }
        }
      },
      asUsual,
    ],
    [
      'refuses bodies that no call takes',
      function* (route) {
        if (takesBody(route)) for (const body of hostileBodies) yield withBody(route, body)
      },
      neverButWhereNoBodyCounts,
    ],
    [
      'refuses bodies that hold something other than what it asks for',
      function* (route) {
        if (takesBody(route))
          for (const body of [...emptyBodies, ...oddFields(route)]) yield withBody(route, body)
      },
      asUsual,
    ],
  ]

  for (const { size: step, mark } of twoSizes(11, 1, 'sends some ten thousand requests'))
    describe(`to one request of ${step}`, mark, () => {
      it.each(attacks)('%s [S15]', async (_what, requestsOf, mayPass) => {
        const { faults, count } = await walk(step, requestsOf, mayPass)
        expect(faults).toEqual([])
        expect(count).toBeGreaterThan(server.routes.length)
      })
    })
})

const placeholder = /:\w+(\([^)]*\))?\??|\*/g

/** A route's address with a harmless value in each place. */
const harmless = (url: string): string => url.replaceAll(placeholder, '1')

/** A route's address with the value in one of its places, once for each. */
function withValue(url: string, value: string): string[] {
  return [...url.matchAll(placeholder)].map((_place, index) => {
    let at = -1
    return url.replaceAll(placeholder, () => ((at += 1) === index ? value : '1'))
  })
}

/** What nobody may call is never answered to nobody, however it is asked. */
function asUsual({ options }: ServedRoute, isAnonymous: boolean): boolean {
  const kind = options.config?.permission?.kind
  return !isAnonymous || kind === 'public' || kind === 'module'
}

/** A route that asks for nothing in its body may overlook one. */
function neverButWhereNoBodyCounts(route: ServedRoute): boolean {
  return route.options.schema?.body === undefined && route.options.config?.permission?.kind !== 'public'
}

function takesBody({ method }: ServedRoute): boolean {
  return method !== 'GET' && method !== 'OPTIONS'
}

function emptyJson(method: string): Pick<RawRequest, 'headers' | 'body'> {
  return method === 'GET' || method === 'HEAD'
    ? {}
    : { headers: ['Content-Type: application/json'], body: '{}' }
}

function withBody({ method, url }: ServedRoute, [type, body]: HostileBody): RawRequest {
  const headers = type === undefined ? [] : [`Content-Type: ${type}`]
  return { method, path: harmless(url), headers, body }
}

/** For each field of the route's schema a body with something odd in it, and one with a field more. */
function* oddFields({ options }: ServedRoute): Generator<HostileBody> {
  const schema = options.schema?.body as { properties?: Record<string, unknown> } | undefined
  const names = Object.keys(schema?.properties ?? { id: {} })
  const usual = Object.fromEntries(names.map((name) => [name, 'a']))
  for (const name of names) for (const scalar of hostileScalars) yield toJson({ ...usual, [name]: scalar })
  yield toJson({ ...usual, role: 'organiser', is_administrator: true, id: '1' })
}

const toJson = (value: object): HostileBody => ['application/json', JSON.stringify(value)]
