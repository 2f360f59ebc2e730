import { expect, it, vi } from 'vitest'
import { paths } from '../../contract/api.ts'
import { insertSignIn } from '../../server/accounts/sign-ins.ts'
import type { ServerModule } from '../../server/engine/schema/server-module.ts'
import { serverModules } from '../../server/modules/index.ts'
import { addPerson } from '../support/accounts.ts'
import { eachDatabase } from '../support/databases.ts'
import { may, mayRead } from '../support/expected-rights.ts'
import { fetchServed } from '../support/fetch-served.ts'
import { chanceFrom, pooledRow } from '../support/pooled-rows.ts'
import type { ServedRoute } from '../support/route-list.ts'
import { sheetParts } from '../support/sheet-parts.ts'
import { useServer } from '../support/use-server.ts'

// Some hundred requests in each test.
vi.setConfig({ testTimeout: 60_000 })

const idNumber = 'E87654321'
/** What of the log is a person's to take out is named by the log itself. */
const owned = serverModules.filter(({ ownership }) => ownership && !ownership.exportedFields)
const roles = ['applicant', 'participant', 'staff'] as const

/** Fields of their own row that a person may not read in any role in which they have such rows. */
const hiddenKeys = (module: ServerModule): string[] =>
  Object.keys(module.definition.fields).filter((key) => !roles.some((role) => mayRead(module, role, key)))

/** Every address at which the server answers a read, with the module and the person's row in its places. */
function readsOf(routes: readonly ServedRoute[], name: string, owner: string): string[] {
  const fields = Object.keys(
    owned.find(({ definition }) => definition.name === name)?.definition.fields ?? {},
  )
  return routes
    .filter(({ method, url }) => method === 'GET' && url.startsWith('/api/') && url.includes(':module'))
    .flatMap(({ url }) => {
      const path = url.replace(':module', name).replaceAll(/:\w+/g, `${owner}-${name}`)
      if (url.endsWith('/all'))
        return ['', '?own=1', '?size=100&drafts=1', `?fields=${fields.join(',')}`].map((end) => path + end)
      if (url.includes('/relationship/')) return fields.map((field) => `${path}?field=${field}`)
      return url.includes('/metadata/') ? [] : [path, `${path}?with=permissions`, `${path}?drafts=1`]
    })
}

/** Calls that answer with the row that they change. */
const writesOf = ({ definition: { name, actions } }: ServerModule): string[] => [
  ...['edit', 'restore'].map((call) => `/api/front/${call}/${name}`),
  ...Object.keys(actions ?? {}).map((action) => `/api/front/action/${name}/${action}`),
]

eachDatabase('what a person sees of themselves', (suite) => {
  const server = useServer(suite, { start: '2026-03-01T00:00:00Z', eachTest: 'starts again' })

  async function ask(token: string, path: string, body?: object): Promise<Buffer> {
    const answer = await fetchServed(server.url + path, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: token, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    return Buffer.from(await answer.arrayBuffer())
  }

  /** A row of the person's own with values by chance, of which the table's own rules refuse some. */
  async function makeRow(module: ServerModule, owner: string): Promise<void> {
    const { definition, ownership } = module
    const numbers = Object.entries(definition.fields).filter(([, { type }]) => type === 'id_number')
    const set = Object.fromEntries(numbers.map(([key]) => [key, idNumber]))
    for (let seed = 1; seed < 20; seed += 1) {
      const row = pooledRow(module, `${owner}-${definition.name}`, chanceFrom(seed))
      const own = { ...row, ...set, [ownership?.field ?? '']: owner }
      if (await server.write(definition, [own]).then(Boolean, () => false)) return
    }
  }

  it.each(roles)('is what a %s may read, with the ID number masked, on every surface [S9]', async (role) => {
    const id = await addPerson(server, { role })
    for (const module of owned) await makeRow(module, id)
    const token = await insertSignIn(server.db.kysely, { id }, server.now())
    for (const isProven of [true, false]) {
      const files = await sheetParts(await ask(token, `/api${paths.ownData}`))
      expect([...files.values()].some((text) => text.includes(idNumber))).toBe(isProven)
      for (const module of owned) {
        const rows = JSON.parse(files.get(`${module.definition.name}.json`) ?? '[]') as object[]
        expect(rows.flatMap(Object.keys).filter((key) => hiddenKeys(module).includes(key))).toEqual([])
      }
      server.nowMs += 11 * 60_000
    }
    const told: string[] = []
    const shown = new Set<string>()
    for (const module of owned) {
      const { name } = module.definition
      const hidden = Object.keys(module.definition.fields).filter((key) => !mayRead(module, role, key))
      const body = { id: `${id}-${name}` }
      const reads = readsOf(server.routes, name, id).map((path) => [path] as const)
      for (const [path, sent] of [...reads, ...writesOf(module).map((one) => [one, body] as const)]) {
        const text = (await ask(token, path, sent)).toString()
        if (text.includes(`"id":"${body.id}"`)) shown.add(name)
        if (text.includes(idNumber) || hidden.some((key) => text.includes(`"${key}":`))) told.push(path)
      }
    }
    expect(told).toEqual([])
    const own = owned.filter((module) => may(module, role, 'read')).map(({ definition }) => definition.name)
    expect([...shown].filter((name) => own.includes(name)).length).toBeGreaterThan(0)
  })
})
