import { beforeAll, describe, expect, it, vi } from 'vitest'
import { insertSignIn } from '../../server/accounts/sign-ins.ts'
import { moduleTables } from '../../server/db/module-tables.ts'
import { createRegistry } from '../../server/engine/schema/registry.ts'
import { serverModules } from '../../server/modules/index.ts'
import { fillSampleForum } from '../../server/sample/fill-sample.ts'
import { addPerson } from '../support/accounts.ts'
import { resumableHeaders, resumablePart } from '../support/calls/files.ts'
import { newRoomBody } from '../support/calls/writing.ts'
import { eachDatabase } from '../support/databases.ts'
import { fetchServed } from '../support/fetch-served.ts'
import { full } from '../support/marks.ts'
import { makePdf } from '../support/pdf-files.ts'
import { chanceFrom, pooledRow } from '../support/pooled-rows.ts'
import type { ServedRoute } from '../support/route-list.ts'
import { materialsServer, sendForm } from '../support/upload-forum.ts'
import { useServer } from '../support/use-server.ts'

// Some thousand requests in each test.
vi.setConfig({ testTimeout: 120_000 })

const none = '6b1c7f63-6a35-4a47-9a36-0a4a3d4a0001'
const owned = serverModules.filter(({ ownership }) => ownership)
const roles = ['applicant', 'participant', 'staff', 'organiser'] as const
type Role = (typeof roles)[number]
const gateRoles: readonly Role[] = ['participant', 'organiser']

interface Tried {
  method: string
  path: string
  body?: object
}

/** True for what a call names something by. */
const isId = (name: string): boolean => /(^|_)(ids?|no|token|file)$/.test(name)

/** Everywhere that a call may have an id in: in the path, in the query, in the body. */
function triesAt({ method, url, options }: ServedRoute, id: string): Tried[] {
  const { body, querystring } = (options.schema ?? {}) as Record<string, { properties?: object } | undefined>
  // Bodies of rows have no schema of their own.
  const fields = Object.keys(body?.properties ?? (url.includes(':module') ? { id } : {}))
  const fitting = { field: 'id_number', reason: 'Checked at the desk' }
  const filled = Object.fromEntries(Object.entries(fitting).filter(([key]) => fields.includes(key)))
  const hasBody = method === 'POST'
  return pathsOf(url, id).flatMap((path) => {
    const inPath = path.replaceAll(/:\w+/g, id)
    const named = Object.keys(querystring?.properties ?? {}).filter(isId)
    const paths = [
      ...(inPath === path ? [] : [inPath]),
      ...named.map((name) => `${inPath}?module=documents&${name}=${id}`),
    ]
    const methods = method === 'PATCH' ? [method, 'HEAD'] : [method]
    return [
      ...paths.flatMap((one) =>
        methods.map((as) => ({ method: as, path: one, ...(hasBody && { body: {} }) })),
      ),
      ...(hasBody ? fields.filter(isId) : []).map((name) => ({
        method,
        path: inPath,
        body: { ...filled, [name]: name === 'ids' ? [id] : id },
      })),
    ]
  })
}

/** The route for the module whose row it is, and each of its actions; else for two that many may know of. */
function pathsOf(url: string, id: string): string[] {
  const module = owned.find(({ definition }) => id.endsWith(`-${definition.name}`))
  const names = module ? [module.definition.name] : ['meeting_rooms', 'users']
  const paths = url.includes(':module') ? names.map((name) => url.replace(':module', name)) : [url]
  const actions = Object.keys(module?.definition.actions ?? { block: true })
  return paths.flatMap((path) =>
    path.includes(':action') ? actions.map((action) => path.replace(':action', action)) : [path],
  )
}

eachDatabase('an id of another person', (suite) => {
  const server = useServer(suite, {
    modules: [...serverModules, materialsServer],
    fill: async ({ db, storage, secrets, now }) => {
      await fillSampleForum({ db, registry: createRegistry(serverModules), storage, secrets, clock: { now } })
      for (const role of roles)
        for (const who of ['owner', 'other']) await addPerson(server, { id: `${role}-${who}`, role })
    },
  })
  const tokens = new Map<string, string>()
  const things = new Map<string, readonly string[]>()
  beforeAll(async () => {
    for (const role of roles)
      for (const who of [`${role}-owner`, `${role}-other`]) {
        tokens.set(who, await insertSignIn(server.db.kysely, { id: who }, new Date()))
        things.set(who, await makeThings(who))
      }
  })
  const thingsOf = (who: string) => things.get(who) ?? []

  async function ask(who: string, { method, path, body }: Tried): Promise<{ status: number; text: string }> {
    const answer = await fetchServed(server.url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(method === 'PATCH' ? resumablePart.headers : { 'tus-resumable': '1.0.0' }),
        ...(body && { 'content-type': 'application/json' }),
        authorization: tokens.get(who) ?? '',
      },
      ...(body && { body: JSON.stringify(body) }),
      ...(method === 'PATCH' && { body: resumablePart.body as BodyInit }),
    })
    return { status: answer.status, text: (await answer.text()).replace(/"requestId":"[^"]*"/, '') }
  }

  /** Makes what a person may have: a row of each module, a file, an upload, an import. @returns the ids of all */
  async function makeThings(who: string): Promise<string[]> {
    const [token = '', api] = [tokens.get(who), `${server.url}/api`]
    const rows: string[] = []
    for (const module of owned) rows.push(...(await makeRow(module, who)))
    const place = { module: 'test_materials', field: 'resume' }
    const file = { name: 'a.pdf', bytes: makePdf() }
    const { data } = await sendForm(`${api}/front/attachment/upload`, place, file, token)
    const begun = await fetchServed(`${api}/front/attachment/resumable`, {
      method: 'POST',
      headers: { ...resumableHeaders, authorization: token },
    })
    const imported = await server.post('/import/meeting_rooms', { rows: [newRoomBody] }, token)
    const report = (await imported.json()) as { data: { token: string } | null }
    const signIns = server.db.kysely.selectFrom('sign_ins').select('id').where('user_id', '=', who)
    const signIn = await signIns.executeTakeFirstOrThrow()
    const others = [(data as { no: string } | null)?.no, begun.headers.get('location')?.split('/').at(-1)]
    return [who, signIn.id, ...others, report.data?.token, ...rows].filter((id) => typeof id === 'string')
  }

  /** A row of a person's own with values by chance, of which the table's own rules refuse some. */
  async function makeRow(module: (typeof owned)[number], who: string): Promise<string[]> {
    const { definition, ownership } = module
    const id = `${who}-${definition.name}`
    for (let seed = 1; seed < 20; seed += 1) {
      const row = { ...pooledRow(module, id, chanceFrom(seed)), [ownership?.field ?? '']: who }
      const isTaken = await server.write(definition, [row]).then(Boolean, () => undefined)
      if (isTaken !== undefined) return [id]
    }
    return []
  }

  /** Every row that has one of the ids, but in the log of what was tried. */
  async function rowsWith(ids: readonly string[]): Promise<string[]> {
    const tables = await server.db.kysely.introspection.getTables()
    const names = tables.filter(({ name, isView }) => !isView && !/^audit_log$|_search/.test(name))
    const rows = await Promise.all(
      names.map(({ name }) => moduleTables(server.db.kysely).selectFrom(name).selectAll().execute()),
    )
    const texts = rows.flat().map((row) => JSON.stringify(row))
    return texts.filter((text) => ids.some((id) => text.includes(id))).toSorted()
  }

  const calls = () =>
    server.routes.filter(({ url }) => url.startsWith('/api/') && !/^\/api\/(docs|openapi)/.test(url))

  /** Without rows that the role sees of everybody. */
  async function hiddenFrom(role: Role): Promise<string[]> {
    const hidden: string[] = []
    for (const id of thingsOf(`${role}-owner`)) {
      const [path = ''] = pathsOf('/api/front/query/:module/:id', id)
      const tried = ['', '?drafts=1'].map((query) => ({
        method: 'GET',
        path: path.replace(':id', id) + query,
      }))
      const answers = await Promise.all(tried.map((one) => ask(`${role}-other`, one)))
      if (answers.every(({ status }) => status !== 200)) hidden.push(id)
    }
    return hidden
  }

  describe.each(roles)('of another %s', (role) => {
    const mark = gateRoles.includes(role)
      ? {}
      : full('the gate has who may have most: participants and organisers')

    it('is at any route as one that there is not, and nothing comes of it [14, S4]', mark, async () => {
      const [hidden, wrong] = [await hiddenFrom(role), [] as string[]]
      const before = await rowsWith(hidden)
      expect(hidden.length).toBeGreaterThan(3)
      const known = new Map<string, ReturnType<typeof ask>>()
      for (const route of calls())
        for (const id of hidden)
          for (const tried of triesAt(route, id)) {
            const text = JSON.stringify(tried).replaceAll(id, none)
            if (!known.has(text)) known.set(text, ask(`${role}-other`, JSON.parse(text) as Tried))
            const [theirs, nobodys] = [await ask(`${role}-other`, tried), await known.get(text)]
            if (theirs.status !== nobodys?.status || theirs.text.replaceAll(id, none) !== nobodys.text)
              wrong.push(`${JSON.stringify(tried)}: ${theirs.status} ${theirs.text}`)
          }
      const who = { method: 'GET', path: '/api/front/user/current' }
      expect((await ask(`${role}-other`, who)).status).toBe(200)
      expect(wrong).toEqual([])
      expect(await rowsWith(hidden)).toEqual(before)
    })

    it('beside an own one in the path is overlooked', mark, async () => {
      const [own, theirs] = [thingsOf(`${role}-other`), thingsOf(`${role}-owner`)]
      const hidden = await hiddenFrom(role)
      const before = await rowsWith(hidden)
      const answers: string[] = []
      for (const route of calls().filter(({ url }) => /:(?!module|action)/.test(url)))
        for (const [at, id] of own.entries()) {
          const other = theirs[at] ?? ''
          const names = ['id', 'no', 'ids', 'token', 'file', 'uploadId']
          const query = [
            ...names.map((name) => `${name}=${other}`),
            `x=/${other}`,
            `id=${id}&id=${other}`,
          ].join('&')
          const body = Object.fromEntries(names.map((name) => [name, other]))
          for (const { method, path, body: usual } of triesAt(route, id).filter(
            (tried) => !tried.path.includes('?'),
          ))
            for (const beside of [`?${query}`, `?x=/${other}`])
              answers.push(
                (await ask(`${role}-other`, { method, path: path + beside, ...(usual && { body }) })).text,
              )
        }
      expect(answers.filter((text) => hidden.some((id) => text.includes(id)))).toEqual([])
      expect(await rowsWith(hidden)).toEqual(before)
      expect(answers.length).toBeGreaterThan(100)
    })
  })
})
