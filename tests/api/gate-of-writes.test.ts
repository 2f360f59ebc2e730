import { expect, it } from 'vitest'
import type { FilterItem } from '#contract/filters.ts'
import { eachDatabase } from '../support/databases.ts'
import type { ApiAnswer } from '../support/engine-app.ts'
import { askers, grantOf, may, mayRead, maySee, mayWrite, type Asker } from '../support/expected-rights.ts'
import { filterNaively } from '../support/naive-list.ts'
import { plantedModules, usePlantedForum, type Planted, type PlantedRow } from '../support/planted-forum.ts'
import { sheetsOf } from '../support/sheet-parts.ts'
import { benches } from '../support/workshops.ts'

const modulesByName = new Map(plantedModules.map((module) => [module.definition.name, module]))
const reason = 'Asked for at the entrance'

/** A workbook as the XML of its sheets. */
async function decoded(answer: ApiAnswer): Promise<ApiAnswer> {
  if (!String(answer.headers['content-type']).includes('spreadsheetml')) return answer
  return { ...answer, text: (await sheetsOf(answer.bytes)).join('\n') }
}

/** Wrong at one place at least, so that nothing is written. */
function valuesOf({ values }: PlantedRow, keys: readonly string[]) {
  return { ...Object.fromEntries(keys.map((key) => [key, values[key]])), nonsense: 1 }
}

/** Every module, deed and answer of one asker: some thousand calls, on a machine that may be busy. */
const walkLimitMs = 180_000

eachDatabase('what may not be read', (place) => {
  const forum = usePlantedForum(place, { hasFiles: true })
  const { app } = forum
  const rowsById = new Map(forum.rows.map((row) => [row.id, row]))

  /** Every call that a caller can make about a module and one of its rows, none of which changes anything. */
  async function* answersAbout(row: PlantedRow, as: string): AsyncGenerator<[what: string, ApiAnswer]> {
    const { module, id, asker, values } = row
    const { name, fields, actions = {} } = module.definition
    const get = (path: string, query: Readonly<Record<string, string>> = {}) => app.get(path, query, as)
    const post = (path: string, body: object) => app.post(path, body, as)
    yield ['list', await get(`/front/query/${name}/all`, { size: '100' })]
    const columns = Object.keys(fields).filter((key) => mayRead(module, asker, key))
    yield ['list of all columns', await get(`/front/query/${name}/all`, { fields: columns.join() })]
    yield ['list with drafts', await get(`/front/query/${name}/all`, { size: '100', drafts: '1' })]
    yield ['row', await get(`/front/query/${name}/${id}`)]
    yield ['draft', await get(`/front/query/${name}/${id}`, { drafts: '1' })]
    yield ['metadata', await get(`/front/metadata/${name}`)]
    yield ['choices', await get(`/front/${name}/options`)]
    yield ['history', await get(`/front/revisions/${name}/${id}`)]
    for (const body of [{}, { ids: [id] }, { columns, format: 'xlsx' }])
      yield ['export', await decoded(await post(`/export/${name}?drafts=1`, body))]
    yield ['published ones', await post(`/export/${name}`, {})]
    yield ['numbers', await post(`/export/${name}`, { count: true })]
    yield ['template', await decoded(await get(`/import/${name}/template`))]
    yield ['search', await get('/front/search', { q: 'mk', module: name })]
    for (const [key, { relation }] of Object.entries(fields))
      if (relation && mayRead(module, asker, key))
        yield [`relation ${key}`, await get(`/relationship/${name}`, { field: key })]
    const written = Object.keys(fields).filter((key) => mayWrite(module, asker, key))
    const wrong = Object.fromEntries(written.map((key) => [key, { no: 7, wrong: [{}] }]))
    if (row.purpose === 'edit' || row.purpose === 'hidden') {
      const named = row.purpose === 'edit' ? Object.fromEntries(written.map((key) => [key, values[key]])) : {}
      const unique = Object.keys(fields).filter((key) => fields[key]?.unique && key !== 'id')
      const imported = (body: object) => post(`/import/${name}`, body)
      yield ['import', await imported({ rows: [{ id, ...named }, named, { id, ...wrong }, wrong] })]
      yield [
        'import that changes',
        await imported({ mode: 'update', match: ['id'], rows: [{ id, ...wrong }] }),
      ]
      for (const key of unique)
        yield [`import by ${key}`, await imported({ match: [key], rows: [named, { ...wrong, id }] })]
    }
    yield ['imports', await get(`/import/${name}`)]
    yield ['empty form', await post(`/front/post/${name}`, {})]
    yield ['wrong form', await post(`/front/post/${name}`, wrong)]
    yield ['same form', await post(`/front/post/${name}`, valuesOf(row, written))]
    yield ['edit of nothing', await post(`/front/edit/${name}`, { id })]
    yield ['wrong edit', await post(`/front/edit/${name}`, { id, ...wrong })]
    yield ['late edit', await post(`/front/edit/${name}`, { id, version: 1, ...wrong })]
    yield ['edit before its time', await post(`/front/edit/${name}`, { id, version: 9, ...wrong })]
    yield ['late deletion', await post(`/front/delete/${name}`, { id, version: 1 })]
    yield ['restoring of what never was', await post(`/front/restore/${name}`, { id, version: 9 })]
    for (const [operation, action] of Object.entries(actions)) {
      const given = Object.fromEntries((action.fields ?? []).map((key) => [key, [{}]]))
      yield [operation, await post(`/front/action/${name}/${operation}`, { id, ...given })]
      yield [
        `late ${operation}`,
        await post(`/front/action/${name}/${operation}`, { id, version: 1, ...given }),
      ]
    }
    if (may(module, asker, 'reveal')) {
      const hidden = Object.keys(fields).find((key) => maySee(module, asker, key))
      yield ['reveal', await post(`/front/reveal/${name}`, { id, field: hidden ?? 'id', reason })]
    }
  }

  /** True when the caller that the row is made for is shown what is planted there. */
  function isFor({ asker, token }: PlantedRow, { module: name, rowId, field }: Planted, row?: PlantedRow) {
    const module = modulesByName.get(name)
    const planted = row ?? rowsById.get(rowId)
    if (!module || !planted || !maySee(module, asker, field)) return false
    const { scope = [], actions } = grantOf(module, asker) ?? {}
    const callerId = token.slice(asker.length + 1)
    const published = actions?.has('drafts') ? [] : (module.definition.published ?? [])
    const conditions = scope.filter((item): item is FilterItem => !('is' in item))
    return (
      scope.every((item) => !('is' in item) || planted.values[item.param] === callerId) &&
      filterNaively([planted.values], [...conditions, ...published]).length > 0
    )
  }

  /** What an answer shows although it may not: planted values, and names of fields. */
  function leaksIn({ text, body }: ApiAnswer, row: PlantedRow, asker = row): string[] {
    const { definition } = row.module
    const shown = forum.planter.find(text).filter((planted) => {
      const isId = planted.field === 'id'
      // The log of what was done names rows by their ids, whoever may read them.
      if (isId && definition.name === 'audit_log') return false
      const about = isId ? rowOfMark(planted, text) : undefined
      return !isFor(asker, planted, about)
    })
    const names = grantOf(row.module, asker.asker)
      ? Object.keys(definition.fields).filter((key) => !mayRead(row.module, asker.asker, key))
      : []
    const told = JSON.stringify([body.data, body.error?.fields])
    return [
      ...shown.map(({ module, field }) => `${module}.${field}`),
      ...names.filter((key) => told.includes(JSON.stringify(key))).map((key) => `the name ${key}`),
    ]
  }

  /** The row whose id is planted. */
  function rowOfMark({ module }: Planted, text: string): PlantedRow | undefined {
    return forum.rows.find((row) => row.module.definition.name === module && text.includes(row.id))
  }

  it.each(askers)('shows in no answer to %s [14, S2, S4, S13]', { timeout: walkLimitMs }, async (asker) => {
    const rows = forum.rows.filter((row) => row.asker === asker)
    const found: string[] = []
    let answers = 0
    for (const row of rows) {
      for await (const [what, answer] of answersAbout(row, row.token)) {
        answers += 1
        const leaks = [...(answer.status < 500 ? [] : [`status ${answer.status}`]), ...leaksIn(answer, row)]
        found.push(...leaks.map((leak) => `${row.module.definition.name} ${row.purpose}, ${what}: ${leak}`))
      }
    }
    expect(found).toEqual([])
    expect(answers).toBeGreaterThan(rows.length * 10)
  })

  it('tells nothing of a row that is named: neither that it is there nor when and how large it is [S4]', async () => {
    const span = { starts_at: '2023-09-06T01:00:00Z', ends_at: '2023-09-06T04:00:00Z', places: 5 }
    const benchRows = [
      { ...span, id: 'open', position: 1, name: 'Open', size: 'small' },
      { ...span, id: 'closed', position: 2, name: 'Closed', size: 'large', is_open: false },
    ]
    await app.write(benches, benchRows)
    const { id, token } = rowOf('workshops', 'participant', 'edit')
    for (const fields of [
      (other: string) => ({ bench: other }),
      (other: string) => ({ tours: ['open', other] }),
      (other: string) => ({ choices: ['open', other] }),
      (other: string) => ({ choices: ['open', other], favourite_choice: other }),
    ])
      for (const body of [{ id }, { title: { 'zh-CN': '一', en: 'One' }, email: 'a@forum.example' }]) {
        const path = `/front/${'id' in body ? 'edit' : 'post'}/workshops`
        const hidden = await app.post(path, { ...body, ...fields('closed') }, token)
        const nowhere = await app.post(path, { ...body, ...fields('nowhere') }, token)
        expect(hidden.status).toBe(422)
        expect(hidden.text).toBe(nowhere.text)
      }
  })

  it('is not told by what is taken: the refusal names what was given, and nothing of the row in the way [S4]', async () => {
    const session = rowOf('sessions', 'participant', 'edit').id
    const title = { 'zh-CN': '一', en: 'One' }
    const forms = {
      workshops: { title, email: 'a@forum.example', on_day: '2031-05-06' },
      notes: { session, text: 'Mine' },
      favourites: { item_module: 'sessions', item_id: session },
    }
    for (const [name, form] of Object.entries(forms)) {
      const row = rowOf(name, 'participant', 'edit')
      const path = `/front/post/${name}`
      const made = await app.post(path, form, row.token)
      expect([made.status, leaksIn(made, row)]).toEqual([200, []])
      const taken = await app.post(path, form, row.token)
      expect(taken.status).toBe(422)
      const paths = taken.body.error?.fields.map((problem) => problem.path) ?? []
      expect(Object.keys(form)).toEqual(expect.arrayContaining(paths))
      expect(paths).toHaveLength(1)
      expect(leaksIn(taken, row)).toEqual([])
      // Another person's row is in nobody's way.
      expect((await app.post(path, form, `participant:other-${name}`)).status).toBe(200)
    }
  })

  it('is not told later either: what a row held while it was kept from the caller [S4]', async () => {
    const path = '/front/edit/settings'
    const secret = { name: 'safe', value: { held: 'first' }, is_secret: true, is_public: false }
    const made = await app.post<{ id: string }>('/front/post/settings', secret, 'administrator')
    const { id } = made.body.data
    await app.post(path, { id, value: { held: 'second' } }, 'administrator')
    await app.post(path, { id, value: { held: 'open' }, is_secret: false }, 'administrator')
    const history = await app.get(`/front/revisions/settings/${id}`, {}, 'organiser')
    expect(history.status).toBe(200)
    expect(history.text).not.toMatch(/first|second/)
    const whole = await app.get(`/front/revisions/settings/${id}`, {}, 'administrator')
    expect(whole.text).toContain('first')
    expect(whole.text).toContain('second')
    for (const version of [1, 2])
      expect((await app.post('/front/restore/settings', { id, version }, 'organiser')).status).toBe(404)
    await app.post(path, { id, is_secret: true }, 'administrator')
    await app.post('/front/delete/settings', { id }, 'administrator')
    for (const as of ['organiser', 'granted'])
      expect([
        (await app.get(`/front/revisions/settings/${id}`, {}, as)).status,
        (await app.post('/front/restore/settings', { id }, as)).status,
      ]).toEqual([404, 404])
  })

  function rowOf(name: string, asker: Asker, purpose: string): PlantedRow {
    const row = forum.rows.find(
      (one) => one.module.definition.name === name && one.asker === asker && one.purpose === purpose,
    )
    if (!row) throw new Error(`no row of ${name} for ${asker}`)
    return row
  }
})
