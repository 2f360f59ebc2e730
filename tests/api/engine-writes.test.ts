import { expect, it } from 'vitest'
import type { RowRevisionInfo, StaleRowData } from '#contract/row-api.ts'
import { bothDatabases, eachDatabase, type TestPlace } from '../support/databases.ts'
import { useEngineApp, type ApiAnswer } from '../support/engine-app.ts'
import { benches, benchesServer, workshopsServer } from '../support/workshops.ts'

type Row = Readonly<Record<string, unknown>> & { id: string; version: number }

const leastWorkshop = { title: { 'zh-CN': '焊接', en: 'Soldering' }, email: 'Anna@Example.ORG' }

/** When bench 1 and 2 begin. */
const nine = '2023-09-06T01:00:00Z'
const noon = '2023-09-06T04:00:00Z'
const three = '2023-09-06T07:00:00Z'

const bench = (position: number, size: string, more: object = {}) => ({
  id: `b${position}`,
  position,
  name: `Bench ${position}`,
  size,
  ...more,
})

/** The real server over four benches, of which the first two overlap and the last is not open. */
function useWorkshops(place: TestPlace) {
  const rows = [
    bench(3, 'small', { starts_at: noon, ends_at: three }),
    bench(1, 'small', { starts_at: nine, ends_at: noon, places: 1 }),
    bench(2, 'large', { starts_at: nine, ends_at: noon, places: 2 }),
    bench(4, 'small', { is_open: false }),
  ]
  return useEngineApp(place, [benchesServer, workshopsServer], { fill: ({ write }) => write(benches, rows) })
}

const problemsOf = ({ body }: ApiAnswer) =>
  Object.fromEntries((body.error?.fields ?? []).map(({ path, key }) => [path, key]))

bothDatabases('a module that only this test knows', (test) => {
  const app = useWorkshops(test)
  let days = 0

  const nextDay = () => new Date(Date.UTC(2030, 0, ++days)).toISOString().slice(0, 10)
  const create = async (fields: object = {}, as = 'participant:anna'): Promise<Row> => {
    const answer = await app.post<Row>('/front/post/workshops', { ...leastWorkshop, ...fields }, as)
    expect(answer.body).toMatchObject({ code: 200 })
    return answer.body.data
  }
  const edit = (row: Row, fields: object, as = 'participant:anna') =>
    app.post<Row>('/front/edit/workshops', { id: row.id, version: row.version, ...fields }, as)
  const act = (action: string, row: Row, fields: object = {}, as = 'organiser') =>
    app.post<Row>(`/front/action/workshops/${action}`, { id: row.id, ...fields }, as)
  const read = async (id: string, as = 'organiser') =>
    (await app.get<Row>(`/front/query/workshops/${id}`, {}, as)).body.data

  it('takes every type of field and gives it back, cleaned', async () => {
    const row = await create({
      on_day: nextDay(),
      title: { 'zh-CN': '  焊接\u3000', en: 'Soldering\u0007 ' },
      about: 'First line\nsecond line',
      body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Hello' }] }] },
      people: 12,
      ratio: 0.25,
      is_hands_on: true,
      tools: 'Irons',
      from_at: '09:00',
      to_at: '10:00',
      announced_at: '2023-09-06T09:00:00+08:00',
      phone: '+86 138 0000 0000',
      site: 'https://forum.example/w',
      passport: 'e 1234-5678',
      size: 'small',
      diets: ['halal', 'vegetarian'],
      helpers: [' Bo ', 'Chen'],
      extra: { a: [1, null, { b: true }] },
      bench: 'b1',
      choices: ['b3', 'b1'],
      tours: ['b2'],
    })
    expect(row).toMatchObject({
      version: 1,
      title: { 'zh-CN': '焊接', en: 'Soldering' },
      about: 'First line\nsecond line',
      people: 12,
      ratio: 0.25,
      tools: 'Irons',
      announced_at: nine,
      email: 'Anna@example.org',
      passport: '***',
      helpers: ['Bo', 'Chen'],
      extra: { a: [1, null, { b: true }] },
      bench: 'b1',
      choices: ['b1', 'b3'],
      tours: ['b2'],
      initials: 'hj',
      state: 'asked',
      may_shine: false,
    })
    expect(await read(row.id, 'participant:anna')).toEqual(row)
    expect(await read(row.id)).toMatchObject({ owner_id: 'anna', people: 12 })
  })

  it('drops what the choices make needless, and asks for what they make needed', async () => {
    const row = await create({
      on_day: nextDay(),
      tools: 'Irons',
      favourite_choice: 'b1',
      choices: ['b1', 'b3'],
    })
    expect(row).toMatchObject({ tools: null, favourite_choice: null })
    const asked = await edit(row, { is_hands_on: true, choices: ['b2', 'b1'] })
    expect(problemsOf(asked)).toEqual({ tools: 'field.empty', favourite_choice: 'field.empty' })
    const given = { is_hands_on: true, tools: 'Saws', choices: ['b2', 'b1'], favourite_choice: 'b2' }
    const edited = (await edit(row, given)).body.data
    expect(edited).toMatchObject({ tools: 'Saws', choices: ['b1', 'b2'], favourite_choice: 'b2' })
    const dropped = (await edit(edited, { is_hands_on: false, choices: ['b2'] })).body.data
    expect(dropped).toMatchObject({ tools: null, favourite_choice: null })
  })

  it('is whose it is: to others the row does not exist, and people in another state are told why', async () => {
    const row = await create({ on_day: nextDay() })
    const write = (call: string, as?: string) => app.post(`/front/${call}`, { id: row.id }, as)
    for (const call of ['edit/workshops', 'delete/workshops', 'action/workshops/withdraw'])
      expect(await write(call, 'participant:bo')).toMatchObject({ status: 404 })
    const notYet = await write('post/workshops', 'applicant')
    expect([notYet.status, notYet.body.error?.key]).toEqual([403, 'permission.not_approved'])
    expect(await write('post/workshops', 'staff')).toMatchObject({ status: 404 })
    expect(await write('post/workshops')).toMatchObject({ status: 401 })
  })

  it('lets edits of different fields go together and tells of those that meet', async () => {
    const row = await create({ on_day: nextDay(), people: 3 })
    expect((await edit(row, { people: 4 })).body.data).toMatchObject({ version: 2, people: 4 })
    const second = await edit(row, { about: 'Late' })
    expect(second.body.data).toMatchObject({ version: 3, people: 4, about: 'Late' })
    const both = { people: 5, about: 'Later', site: 'https://forum.example/' }
    const stale = (await edit(row, both)) as ApiAnswer as ApiAnswer<StaleRowData>
    expect([stale.status, stale.body.error?.key]).toEqual([409, 'row.stale'])
    expect(stale.body.data).toMatchObject({ fields: ['people', 'about'], current: { people: 4, version: 3 } })
    const plain = await app.post<Row>('/front/edit/workshops', { id: row.id, people: 6 }, 'participant:anna')
    expect(plain.body.data).toMatchObject({ version: 4, people: 6, site: null })
    expect((await edit(plain.body.data, { people: 6 })).body.data).toMatchObject({ version: 4 })
  })

  it('deletes the version that is named, and not over what others wrote since [235]', async () => {
    const row = await create({ on_day: nextDay(), people: 3 })
    const remove = (named: object) =>
      app.post<StaleRowData>('/front/delete/workshops', { id: row.id, ...named }, 'participant:anna')
    await edit(row, { people: 4 })
    const stale = await remove({ version: 1 })
    expect([stale.status, stale.body.error?.key]).toEqual([409, 'row.stale'])
    expect(stale.body.data).toMatchObject({ fields: ['people'], current: { people: 4, version: 2 } })
    expect((await remove({ version: 2 })).status).toBe(200)
    expect((await remove({})).status).toBe(404)
  })

  it('tells who edits a row, acts on it or takes a write back, that it was deleted meanwhile, and a stranger nothing', async () => {
    const row = await create({ on_day: nextDay(), people: 3 })
    await app.post('/front/delete/workshops', { id: row.id }, 'participant:anna')
    const write = (call: string, as: string) => app.post(`/front/${call}`, { id: row.id, people: 4 }, as)
    for (const call of ['edit/workshops', 'action/workshops/withdraw']) {
      const gone = await write(call, 'participant:anna')
      expect([gone.status, gone.body.error?.key]).toEqual([409, 'row.deleted'])
      expect(await write(call, 'participant:bo')).toMatchObject({ status: 404 })
    }
    const back = { id: row.id, version: 1, known: 2 }
    const undone = await app.post('/front/restore/workshops', back, 'organiser:olga')
    expect([undone.status, undone.body.error?.key]).toEqual([409, 'row.deleted'])
  })

  it('leads from state to state by actions alone, with what they need', async () => {
    const row = await create({ on_day: nextDay(), size: 'small' })
    const place = { placed_on: nextDay(), placed_from: '09:00', placed_to: '11:00', placed_bench: 'b1' }
    for (const [wrong, problems] of [
      [{ placed_to: null }, { placed_to: 'field.empty' }],
      [{ placed_bench: 'b2' }, { placed_bench: 'field.invalid' }],
      [{ people: 9 }, { people: 'field.read_only' }],
    ] as const)
      expect(problemsOf(await act('place', row, { ...place, ...wrong }))).toEqual(problems)
    expect(await act('place', row, place, 'participant:anna')).toMatchObject({ status: 404 })
    const placed = (await act('place', row, place)).body.data
    expect(placed).toMatchObject({ state: 'placed', ...place, version: 2 })
    expect((await act('withdraw', row, {}, 'participant:anna')).body.error?.key).toBe('action.state')
    expect((await edit(row, { people: 1 })).body.error?.key).toBe('action.state')
    const deleted = await app.post('/front/delete/workshops', { id: row.id }, 'participant:anna')
    expect(deleted.body.error?.key).toBe('action.state')
  })

  it('tells with each row what may be done with it now, to each what is theirs', async () => {
    const row = await create({ on_day: nextDay(), size: 'small' }, 'participant:dora')
    const rights = async (as: string) => {
      const one = await app.get<Row>(`/front/query/workshops/${row.id}`, { with: 'permissions' }, as)
      const all = await app.get<{ items: Row[] }>(
        '/front/query/workshops/all',
        { with: 'permissions', filters: `id:eq:${row.id}` },
        as,
      )
      expect(all.body.data.items[0]?.['permissions']).toEqual(one.body.data['permissions'])
      return one.body.data['permissions']
    }
    const whole = { update: true, delete: true }
    expect(await rights('participant:dora')).toEqual({ ...whole, actions: ['withdraw'] })
    expect(await rights('organiser')).toEqual({ ...whole, actions: ['place', 'refuse'] })
    const place = { placed_from: '15:00', placed_to: '16:00', placed_bench: 'b1', placed_on: nextDay() }
    await act('place', row, place)
    expect(await rights('participant:dora')).toEqual({ update: false, delete: false, actions: [] })
    expect(await rights('organiser')).toEqual({ ...whole, actions: ['place'] })
    expect(await read(row.id)).not.toHaveProperty('permissions')
    expect(await app.get('/front/query/workshops/all', { with: 'secrets' }, 'organiser')).toMatchObject({
      status: 400,
    })
  })

  it('is deleted, comes back, and comes back to what it was [T15]', async () => {
    const row = await create({ on_day: nextDay(), people: 3, about: 'First' })
    await edit(row, { people: 8, about: null })
    const call = (what: string, fields: object = {}, as = 'organiser') =>
      app.post<Row>(`/front/${what}/workshops`, { id: row.id, ...fields }, as)
    expect((await call('delete', { version: 2 }, 'participant:anna')).body.data).toEqual({ id: row.id })
    expect(await app.get(`/front/query/workshops/${row.id}`, {}, 'organiser')).toMatchObject({ status: 404 })
    expect(await call('restore', {}, 'participant:anna')).toMatchObject({ status: 404 })
    expect((await call('restore')).body.data).toMatchObject({ people: 8, about: null })
    expect((await call('restore', { version: 1 })).body.data).toMatchObject({ people: 3, about: 'First' })
    const path = `/front/revisions/workshops/${row.id}`
    const history = (await app.get<RowRevisionInfo[]>(path, {}, 'organiser')).body.data
    expect(history.map(({ version, deed: operation }) => [version, operation])).toEqual([
      [5, 'restore'],
      [4, 'restore'],
      [3, 'delete'],
      [2, 'edit'],
      [1, 'create'],
    ])
    expect(history[3]).toMatchObject({
      fields: ['about', 'people'],
      before: { people: 3, about: 'First' },
      actor: { id: 'anna' },
    })
    expect(await app.get(path, {}, 'participant:anna')).toMatchObject({ status: 404 })
  })
})

eachDatabase('a form of a module that only this test knows', (test) => {
  const app = useWorkshops(test)
  it.each<[string, object, Record<string, string>]>([
    ['a missing value', { title: { 'zh-CN': '焊接', en: '' } }, { 'title.en': 'field.empty' }],
    ['a span that is too short', { from_at: '09:00', to_at: '09:59' }, { to_at: 'field.invalid' }],
    ['an array for a scalar', { people: [3] }, { people: 'field.not_valid' }],
    ['a row that is not there', { bench: 'b9' }, { bench: 'field.unknown_choice' }],
    ['a row that is not shown to the caller', { bench: 'b4' }, { bench: 'field.unknown_choice' }],
    ['a row that the field does not take', { tours: ['b3'] }, { 'tours.0': 'field.unknown_choice' }],
    ['rows at the same time', { tours: ['b1', 'b2'] }, { tours: 'field.invalid' }],
    ['a blank item', { helpers: ['Bo', '　'] }, { 'helpers.1': 'field.empty' }],
    ['10 kB of text', { tools: 'x'.repeat(10_240), is_hands_on: true }, { tools: 'field.too_long' }],
    ['what needs a leave', { shines: true }, { shines: 'field.invalid' }],
    ['a field that is hidden', { secret_note: 'x' }, { secret_note: 'field.unknown' }],
    ['the state', { state: 'placed' }, { state: 'field.read_only' }],
    ['what actions write', { placed_bench: 'b1' }, { placed_bench: 'field.read_only' }],
    ['a file that is not there', { paper: '0000' }, { paper: 'field.file' }],
  ])('refuses %s and writes nothing', async (_, fields, problems) => {
    const count = async () =>
      (await app.get<{ total: number }>('/front/query/workshops/all', {}, 'organiser')).body.data.total
    const before = await count()
    const answer = await app.post('/front/post/workshops', { ...leastWorkshop, ...fields }, 'participant:eve')
    expect(answer.status).toBe(422)
    expect(problemsOf(answer)).toMatchObject(problems)
    expect(answer.body.error?.fields.every(({ text }) => (text ?? '').length > 5)).toBe(true)
    expect(await count()).toBe(before)
  })
})
