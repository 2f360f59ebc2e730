import { beforeAll, describe, expect, it } from 'vitest'
import { paths } from '../../contract/api.ts'
import { insertSignIn } from '../../server/accounts/sign-ins.ts'
import { createRegistry } from '../../server/engine/schema/registry.ts'
import { serverModules } from '../../server/modules/index.ts'
import { fillSampleForum } from '../../server/sample/fill-sample.ts'
import { addPerson, password } from '../support/accounts.ts'
import { eachDatabase } from '../support/databases.ts'
import {
  callers,
  everyCall,
  type Answer,
  type Call,
  type CallerName,
  type CallFacts,
} from '../support/calls/index.ts'
import { newRoomBody } from '../support/calls/writing.ts'
import { application } from '../support/review-forum.ts'
import { nextCode } from '../support/outgoing.ts'
import { resumableHeaders, resumablePart } from '../support/calls/files.ts'
import { materialsServer } from '../support/upload-forum.ts'
import { fetchServed } from '../support/fetch-served.ts'
import { useServer } from '../support/use-server.ts'

/** Nobody listens there: no call of this walk gets as far as WeChat. */
const weixin = { WEIXIN_APP_ID: 'a', WEIXIN_APP_SECRET: 'b', WEIXIN_BASE: 'http://127.0.0.1:9' }

/** Describe the API or the process, and are no calls of it. */
const isDescription = (url: string): boolean => /^\/api\/(docs|openapi\.json)/.test(url)

describe('the list of calls', () => {
  it('has every path of the contract [C1]', () => {
    const listed = new Set<string>(everyCall.map(({ name }) => name))
    expect(Object.keys(paths).filter((name) => !listed.has(name))).toEqual([])
  })

  it('has the very paths of the contract', () => {
    const others = everyCall.filter(({ name, path: written }) => {
      const path = paths[name]
      return typeof path === 'string' && typeof written === 'string' && !isAt(written, path)
    })
    expect(others.map(({ path }) => path)).toEqual([])
  })
})

eachDatabase('every call', (suite) => {
  let file = { no: '', document: '' }
  const server = useServer(suite, {
    modules: [...serverModules, materialsServer],
    hasMessages: true,
    env: weixin,
    fill: async ({ db, storage, secrets, now }) => {
      await fillSampleForum({ db, registry: createRegistry(serverModules), storage, secrets, clock: { now } })
      for (const id of callers.filter((caller) => caller !== 'anonymous')) {
        const isAdministrator = id === 'administrator'
        await addPerson(server, { id, role: isAdministrator ? 'organiser' : id, isAdministrator })
      }
    },
  })
  beforeAll(async () => {
    const answer = await server.get('/front/query/documents/all?size=1')
    const { data } = (await answer.json()) as { data: { items: { id: string; file: { no: string } }[] } }
    file = { no: data.items[0]?.file.no ?? '', document: data.items[0]?.id ?? '' }
  })

  const signIn = (caller: CallerName): Promise<string> =>
    insertSignIn(server.db.kysely, { id: caller }, new Date())

  function factsOf(caller: CallerName): CallFacts {
    const ifSignedIn =
      <Rest extends unknown[]>(make: (as: string, ...rest: Rest) => Promise<string>) =>
      async (...rest: Rest) =>
        caller === 'anonymous' ? 'none' : make(await signIn(caller), ...rest)
    return {
      caller,
      login: { login_name: caller, login_pwd: password },
      fileNo: file.no,
      documentId: file.document,
      newCode: async (mobile) => {
        await server.post('/module/sms/sendCode', { mobile, check: false })
        return nextCode(server.dataDir, `+86${mobile}`)
      },
      newTicket: async () => {
        const place = { module: 'test_materials', field: 'photo' }
        const answer = await server.post('/front/attachment/ticket', place)
        return ((await answer.json()) as { data: { ticket: string } }).data.ticket
      },
      newUpload: ifSignedIn(newUpload),
      newMeeting: ifSignedIn(() => newRow('side_meetings', application, 'participant')),
      newRoom: ifSignedIn(async (_as, isDeleted: boolean) => {
        const id = await newRow('meeting_rooms', newRoomBody, 'organiser')
        if (isDeleted) await server.post('/front/delete/meeting_rooms', { id }, await signIn('organiser'))
        return id
      }),
      newImport: ifSignedIn(newImport),
      newSignIn: ifSignedIn(async () => {
        // The call itself signs in once more, and an account's oldest sign-ins go.
        const signIns = server.db.kysely.selectFrom('sign_ins').select('id').where('user_id', '=', caller)
        return (await signIns.orderBy('last_used_at', 'desc').executeTakeFirstOrThrow()).id
      }),
    }
  }

  async function newRow(module: string, body: object, caller: CallerName): Promise<string> {
    const answer = await server.post(`/front/post/${module}`, body, await signIn(caller))
    return ((await answer.json()) as { data: { id: string } }).data.id
  }

  async function newImport(as: string, isCommitted: boolean): Promise<string> {
    const answer = await server.post('/import/meeting_rooms', { rows: [newRoomBody] }, as)
    const { data } = (await answer.json()) as { data: { token: string } | null }
    if (data && isCommitted) await server.post('/import/meeting_rooms', { token: data.token }, as)
    return data?.token ?? 'none'
  }

  async function newUpload(authorization: string, isWhole: boolean): Promise<string> {
    const url = `${server.url}/api/front/attachment/resumable`
    const begun = await fetchServed(url, { method: 'POST', headers: { ...resumableHeaders, authorization } })
    const id = begun.headers.get('location')?.split('/').at(-1)
    if (id === undefined) return 'none'
    const headers = { ...resumablePart.headers, authorization }
    const body = resumablePart.body as BodyInit
    if (isWhole) await fetchServed(`${url}/${id}`, { method: 'PATCH', headers, body })
    return id
  }

  async function ask(call: Call, caller: CallerName): Promise<Answer> {
    const facts = factsOf(caller)
    const path = typeof call.path === 'string' ? call.path : await call.path(facts)
    const body: unknown = typeof call.body === 'function' ? await call.body(facts) : call.body
    const isJson = body !== undefined && !(body instanceof FormData) && !Buffer.isBuffer(body)
    const answer = await fetchServed(`${server.url}/api${path}`, {
      method: call.method,
      redirect: 'manual',
      headers: {
        ...(isJson && { 'content-type': 'application/json' }),
        ...call.headers,
        ...(caller !== 'anonymous' && { authorization: await signIn(caller) }),
      },
      ...(body !== undefined && { body: isJson ? JSON.stringify(body) : (body as BodyInit) }),
    })
    return toAnswer(call, answer)
  }

  for (const call of everyCall) {
    const what = `${call.method} ${typeof call.path === 'string' ? call.path : call.name} ${call.title ?? ''}`
    it(`${what} answers each role as its text says [13, 92, 194, 219, C1]`, async () => {
      for (const caller of callers) {
        expect.soft({ caller, ...(await ask(call, caller)) }).toEqual({ caller, ...call.answers[caller] })
      }
    })
  }

  it('is in the list [236, C1]', async () => {
    const listed = await Promise.all(
      everyCall.map(async ({ method, path }) => {
        const written = typeof path === 'string' ? path : await path(factsOf('anonymous'))
        return { method, path: `/api${written}`.replace(/\?.*/, '') }
      }),
    )
    const unlisted = server.routes
      .filter(({ url }) => url.startsWith('/api/') && !isDescription(url))
      .filter(({ method, url }) => {
        const shape = new RegExp(`^${url.replaceAll(/:\w+/g, '[^/]+')}$`)
        return !listed.some((one) => one.method === method && shape.test(one.path))
      })
    expect(unlisted.map(({ method, url }) => `${method} ${url}`)).toEqual([])
  })
})

async function toAnswer(call: Call, answer: Response): Promise<Answer> {
  const { status: http, headers } = answer
  const location = headers.get('location') ?? undefined
  const type = headers.get('content-type') ?? ''
  // A refused HEAD announces a body that does not come.
  if (!type.startsWith('application/json') || call.method === 'HEAD') {
    await answer.arrayBuffer()
    return { http, ...(location !== undefined && { location: location.replace(/\?.*/, '') }) }
  }
  const { code, msg, data, error, requestId, ...also } = (await answer.json()) as Record<string, unknown>
  expect(msg).toEqual(expect.stringMatching(/./))
  if (code !== 200) expect(requestId).toEqual(expect.stringMatching(/./))
  const { key } = (error ?? {}) as { key?: string }
  return { http, code: Number(code), data, ...(key !== undefined && { key }), ...also }
}

/** True for the path itself, one below it and one with a query. */
function isAt(written: string, path: string): boolean {
  return written === path || written.startsWith(`${path}/`) || written.startsWith(`${path}?`)
}
