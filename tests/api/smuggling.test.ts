import * as fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import type { FieldDefinition } from '#contract/field-definition.ts'
import { moduleTables } from '#server/db/module-tables.ts'
import { eachDatabase } from '../support/databases.ts'
import type { ApiAnswer } from '../support/engine-app.ts'
import { askers, grantOf, may, mayRead, mayWrite } from '../support/expected-rights.ts'
import { usePlantedForum, type PlantedRow } from '../support/planted-forum.ts'

const reason = 'Asked for at the entrance'

/** Names that stand in every table, in some of them, or in every object, and that no form has. */
const foreignNames = (
  'owner_id role is_administrator grants status state paid_at assigned_room is_frozen created_at deleted_at ' +
  'source search_text row_no password_hash id_number_index title_en hasOwnProperty toString constructor nonsense'
).split(' ')

/** Shapes that are no value of any field but JSON and files. */
const wrongShapes: readonly unknown[] = [
  { id: 'mk1000mk', owner_id: 'eve' },
  [[{ id: 'mk1000mk' }]],
  { 'zh-CN': '一', en: 'One', owner_id: 'eve', role: 'organiser' },
  { 'zh-CN': { en: 'One' }, en: ['One'] },
  [{ no: 'mk1000mk' }],
  { toString: 'x', length: 1 },
]

/** What would be in a table that took a wrong shape: whole words, since ids and sealed values may hold any three letters. */
const ofWrongShape = /"(eve|One|toString)\\?"/

/** Everything that is not for the caller to give in a form, or with an action that takes `taken`. */
function forbiddenNames({ module, asker }: PlantedRow, taken?: readonly string[]): string[] {
  const names = new Set([...Object.keys(module.definition.fields), ...foreignNames])
  return [...names].filter((key) => !(taken ? taken.includes(key) : mayWrite(module, asker, key)))
}

/** The same but for what a call that changes a row names it by. */
const namedOf = (row: PlantedRow, taken?: readonly string[]) =>
  forbiddenNames(row, taken).filter((key) => key !== 'id' && key !== 'version')

/** How somebody is answered who may not make a call at all. */
const turnedAway = ({ status }: ApiAnswer) => [401, 403, 404].includes(status)

eachDatabase('what may not be written', (place) => {
  const forum = usePlantedForum(place)
  const { app } = forum

  const rowsOf = (purpose: string) => forum.rows.filter((row) => row.purpose === purpose)

  /** All rows of the module, as the table has them. */
  async function tableOf({ module }: PlantedRow): Promise<string> {
    const { name } = module.definition
    const rows = await moduleTables(app.db.kysely).selectFrom(name).selectAll().orderBy('id').execute()
    return JSON.stringify(rows)
  }

  /** A value that the field does not hold now. */
  function otherValue(row: PlantedRow, key: string): unknown {
    const { fields, name } = row.module.definition
    const field: FieldDefinition | undefined = Object.hasOwn(fields, key) ? fields[key] : undefined
    if (key === 'version') return 7
    if (!field || key === 'id') return 'eve'
    if (field.type === 'boolean') return row.values[key] !== true
    if (field.options) return field.options.find(({ value }) => value !== row.values[key])?.value ?? 'eve'
    return forum.planter.plant({ module: name, rowId: row.id, field: key }, field)
  }

  const bodyOf = (row: PlantedRow, names: readonly string[]) =>
    Object.fromEntries(names.map((key) => [key, otherValue(row, key)]))

  /** What is wrong with the refusal of fields: each is told, what the caller cannot read exactly as nonsense. */
  function faultsOf(answer: ApiAnswer, { module, asker }: PlantedRow, names: readonly string[]): string[] {
    if (answer.status !== 422) return [`status ${answer.status}`]
    const told = new Map((answer.body.error?.fields ?? []).map(({ path, ...problem }) => [path, problem]))
    const nonsense = JSON.stringify(told.get('nonsense') ?? { key: 'field.unknown', ...noSuchText })
    return names.flatMap((key) => {
      const problem = told.get(key)
      if (!problem) return [`${key} is not refused`]
      const isFieldRead = mayRead(module, asker, key) && Object.hasOwn(module.definition.fields, key)
      if (isFieldRead) return problem.key === 'field.read_only' ? [] : [`${key}: ${problem.key}`]
      return JSON.stringify(problem) === nonsense ? [] : [`${key}: ${JSON.stringify(problem)}`]
    })
  }

  let noSuchText: object = {}
  beforeAll(async () => {
    const row = rowsOf('edit').find(({ module, asker }) => may(module, asker, 'update'))
    if (!row) throw new Error('nobody edits')
    const { name } = row.module.definition
    const answer = await app.post(`/front/edit/${name}`, { id: row.id, nothing: 1 }, row.token)
    const { text } = answer.body.error?.fields.find(({ path }) => path === 'nothing') ?? {}
    noSuchText = { text }
  })

  it.each(askers)('is refused at its field, and changes nothing, by %s [14]', async (asker) => {
    const faults: string[] = []
    let calls = 0
    for (const row of rowsOf('edit').filter((one) => one.asker === asker)) {
      const { module } = row
      const { name, actions = {} } = module.definition
      const before = await tableOf(row)
      const call = async (path: string, isTheirs: boolean, names: readonly string[], of = row) => {
        calls += 1
        const body = { ...bodyOf(row, names), ...(path.includes('/post/') ? {} : { id: of.id }) }
        const answer = await app.post(path, body, of.token)
        if (isTheirs) faults.push(...faultsOf(answer, row, names).map((fault) => `${path}: ${fault}`))
        else if (!turnedAway(answer)) faults.push(`${path}: status ${answer.status}`)
      }
      const [names, named] = [forbiddenNames(row), namedOf(row)]
      await call(`/front/post/${name}`, may(module, asker, 'create'), names)
      await call(`/front/edit/${name}`, may(module, asker, 'update'), named)
      for (const [operation, action] of Object.entries(actions)) {
        const isTheirs = grantOf(module, asker)?.runnableActions.has(operation) === true
        const acted = forum.rows.find(
          (one) => one.module === module && one.asker === asker && one.purpose === operation,
        )
        await call(`/front/action/${name}/${operation}`, isTheirs, namedOf(row, action.fields ?? []), acted)
      }
      for (const path of [`/front/delete/${name}`, `/front/restore/${name}`]) {
        const answer = await app.post(path, { ...bodyOf(row, named), id: row.id }, row.token)
        if (answer.status !== 422 && !turnedAway(answer)) faults.push(`${path}: status ${answer.status}`)
      }
      if ((await tableOf(row)) !== before) faults.push(`${name} has changed`)
    }
    expect(faults).toEqual([])
    expect(calls).toBeGreaterThan(asker === 'anonymous' ? 20 : 40)
  })

  it('is refused alone too, in a call that is right but for it [14]', async () => {
    const cases = rowsOf('edit')
      .filter(({ module, asker }) => may(module, asker, 'update'))
      .flatMap((row) => namedOf(row).map((key) => ({ row, key })))
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...cases), async ({ row, key }) => {
        const before = await tableOf(row)
        const path = `/front/edit/${row.module.definition.name}`
        const answer = await app.post(path, { id: row.id, [key]: otherValue(row, key) }, row.token)
        expect(faultsOf(answer, row, [key])).toEqual([])
        expect(answer.body.error?.fields.map((problem) => problem.path)).toEqual([key])
        expect(await tableOf(row)).toBe(before)
      }),
      { numRuns: 300 },
    )
  })

  it('does not come in within the value of a field that may be written [14]', async () => {
    const faults: string[] = []
    const rows = rowsOf('edit').filter(({ module, asker }) => may(module, asker, 'update'))
    // Who writes by the same permission is treated alike.
    const grants = rows.map(({ module, asker }) => grantOf(module, asker))
    for (const row of rows.filter((_, at) => grants.indexOf(grants[at]) === at)) {
      const { module, asker, id, token } = row
      const { name, fields } = module.definition
      const before = await tableOf(row)
      const written = Object.entries(fields).filter(
        ([key, field]) => mayWrite(module, asker, key) && field.type !== 'json',
      )
      const editAll = async (isAsked: boolean) => {
        for (const [key] of written.filter(([, field]) => (field.conditions === undefined) === isAsked))
          for (const shape of wrongShapes) {
            const { status } = await app.post(`/front/edit/${name}`, { id, [key]: shape }, token)
            if (status !== 422 && (isAsked || status !== 200))
              faults.push(`${name}.${key} ${JSON.stringify(shape)}: ${status}`)
          }
      }
      await editAll(true)
      if ((await tableOf(row)) !== before) faults.push(`${name} has changed`)
      // What is given in a field that other values hide is dropped.
      await editAll(false)
      if (ofWrongShape.test(await tableOf(row))) faults.push(`${name} has a wrong shape`)
    }
    expect(faults).toEqual([])
  })

  it('is told of a hundred names at most, however many a body has [S15]', async () => {
    const row = rowsOf('edit').find(
      ({ module, asker }) => module.definition.name === 'workshops' && asker === 'participant',
    )
    const names = Array.from({ length: 5000 }, (_, at) => `name${at}`)
    for (const body of [
      Object.fromEntries(names.map((name) => [name, 1])),
      { choices: names },
      { tours: names },
    ]) {
      const answer = await app.post('/front/edit/workshops', { id: row?.id, ...body }, row?.token)
      expect(answer.status).toBe(422)
      expect(answer.body.error?.fields.length).toBeLessThanOrEqual(100)
    }
  })

  it('is the row of somebody else: it is answered like one that is not there [14]', async () => {
    let asked = 0
    for (const row of rowsOf('hidden')) {
      const { module, asker, token, id } = row
      const { name, actions = {} } = module.definition
      const isOutside = grantOf(module, asker)?.scope.length !== 0
      if (!isOutside) continue
      const before = await tableOf(row)
      const both = async (call: (id: string) => Promise<ApiAnswer>) => {
        const [theirs, nobodys] = [await call(id), await call('nowhere')]
        expect([theirs.status, theirs.text]).toEqual([nobodys.status, nobodys.text])
        expect(theirs.status).toBeGreaterThanOrEqual(400)
        asked += 1
      }
      for (const call of ['edit', 'delete', 'restore'])
        for (const version of call === 'delete' ? [undefined] : [undefined, 1])
          await both((other) => app.post(`/front/${call}/${name}`, { id: other, version }, token))
      for (const [operation, { fields = [] }] of Object.entries(actions)) {
        const given = Object.fromEntries(fields.map((key) => [key, row.values[key]]))
        await both((other) => app.post(`/front/action/${name}/${operation}`, { id: other, ...given }, token))
      }
      await both((other) => app.get(`/front/query/${name}/${other}`, {}, token))
      await both((other) => app.get(`/front/revisions/${name}/${other}`, {}, token))
      for (const field of grantOf(module, asker)?.maskedFields ?? [])
        await both((other) => app.post(`/front/reveal/${name}`, { id: other, field, reason }, token))
      expect(await tableOf(row)).toBe(before)
    }
    expect(asked).toBeGreaterThan(100)
  })
})
