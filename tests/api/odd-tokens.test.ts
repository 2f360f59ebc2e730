import { createHash } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { insertSignIn } from '../../server/accounts/sign-ins.ts'
import { addPerson, password } from '../support/accounts.ts'
import { eachDatabase } from '../support/databases.ts'
import { sendRaw, toBytes } from '../support/raw-http.ts'
import { findFault } from '../support/refusal-check.ts'
import type { ServedRoute } from '../support/route-list.ts'
import { useServer } from '../support/use-server.ts'

const user = { id: 'u1', loginName: 'walker', role: 'organiser' } as const
const hourMs = 3_600_000

/** Header lines that carry a good token in a form in which it is none. */
const oddForms: readonly ((token: string) => readonly string[])[] = [
  () => [],
  () => ['Authorization: Bearer'],
  () => ['Authorization: undefined'],
  () => [`Authorization: ${'A'.repeat(43)}`],
  () => [`Authorization: ${'A'.repeat(10_000)}`],
  () => [`Authorization: ' or '1'='1`],
  () => ['Authorization: eyJhbGciOiJub25lIn0.eyJzdWIiOiJ1MSJ9.'],
  (token) => [`Authorization: ${token.slice(1)}`],
  (token) => [`Authorization: ${token}A`],
  (token) => [`Authorization: ${token}, ${token}`],
  (token) => [`Authorization: "${token}"`],
  (token) => [`Authorization: ${token}%00`],
  () => [`Authorization: Basic ${btoa(`${user.loginName}:${password}`)}`],
  (token) => [`Authorization: Bearer Bearer ${token}`],
  (token) => [`Authorization: ${token.toLowerCase()}`],
  (token) => [`Authorization: ${createHash('sha256').update(token).digest('hex')}`],
  (token) => [`Authorization: ${'A'.repeat(43)}`, `Authorization: ${token}`],
  (token) => [`Cookie: token=${token}; Authorization=${token}`],
  (token) => [`X-Authorization: ${token}`, `Proxy-Authorization: ${token}`, `X-Access-Token: ${token}`],
]

eachDatabase('what needs a sign-in', (suite) => {
  let routes: readonly ServedRoute[] = []
  const server = useServer(suite, { start: Date.now() })
  beforeAll(async () => {
    await addPerson(server, { ...user, isAdministrator: true })
    const open = new Set(['public', 'module'])
    routes = server.routes.filter(({ options }) => !open.has(options.config?.permission?.kind ?? ''))
  })

  /** What each route says to header lines, but for the 401 that it should. */
  async function findAccepted(lines: readonly string[], search = ''): Promise<string[]> {
    const accepted: string[] = []
    for (const { method, url } of routes) {
      const path = url.replaceAll(/:\w+|\*/g, '1') + search
      const body = method === 'GET' ? {} : { body: '{}' }
      const headers = [...lines, ...(body.body ? ['Content-Type: application/json'] : [])]
      const answer = await sendRaw(server.port, toBytes({ method, path, headers, ...body }))
      const fault = findFault(answer, { mayPass: false })
      if (answer.status !== 401 || fault) accepted.push(`${method} ${url} ${answer.status} ${fault ?? ''}`)
    }
    return accepted
  }

  it('takes no token in any other form than its own [S1]', async () => {
    const token = await insertSignIn(server.db.kysely, user, server.now())
    expect(routes.map(({ url }) => url)).toContain('/api/front/user/current')
    for (const toLines of oddForms) {
      const lines = toLines(token)
      expect({ lines, accepted: await findAccepted(lines) }).toEqual({ lines, accepted: [] })
    }
    expect((await server.get('/front/user/current', token)).status).toBe(200)
  })

  it('takes no token from the address [S1]', async () => {
    const token = await insertSignIn(server.db.kysely, user, server.now())
    for (const name of ['token', 'access_token', 'Authorization'])
      expect({ name, accepted: await findAccepted([], `?${name}=${token}`) }).toEqual({ name, accepted: [] })
  })

  it('takes no token that has run out, was ended, or is of an account that is blocked or gone [S1]', async () => {
    const runOut = await insertSignIn(server.db.kysely, user, server.now())
    server.nowMs += 12 * hourMs
    expect(await findAccepted([`Authorization: ${runOut}`])).toEqual([])
    const ended = await insertSignIn(server.db.kysely, user, server.now())
    expect((await server.post('/front/user/logout', {}, ended)).status).toBe(200)
    expect(await findAccepted([`Authorization: ${ended}`])).toEqual([])
    const living = await insertSignIn(server.db.kysely, user, server.now())
    const blocked = { blocked_at: '2026-01-01T00:00:00Z' }
    await server.db.kysely.updateTable('users').set(blocked).where('id', '=', user.id).execute()
    expect(await findAccepted([`Authorization: ${living}`])).toEqual([])
    await server.db.kysely.updateTable('users').set({ blocked_at: null }).where('id', '=', user.id).execute()
    expect((await server.get('/front/user/current', living)).status).toBe(200)
    await server.db.kysely.deleteFrom('sign_ins').execute()
    await server.db.kysely.deleteFrom('users').where('id', '=', user.id).execute()
    expect(await findAccepted([`Authorization: ${living}`])).toEqual([])
  })
})
