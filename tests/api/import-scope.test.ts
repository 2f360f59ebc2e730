import { stringify } from 'csv-stringify/sync'
import { expect, it } from 'vitest'
import type { ImportCheckBody, ImportReport } from '#contract/transfer.ts'
import { allow, callerRows } from '#server/engine/schema/permissions.ts'
import { serverModule } from '#server/engine/schema/server-module.ts'
import { readRows, type RowToWrite } from '#server/engine/write/write-rows.ts'
import { registrationsServer } from '#server/modules/registrations/registrations.ts'
import { serverModules } from '#server/modules/index.ts'
import { eachDatabase } from '../support/databases.ts'
import { useEngineApp, type ApiAnswer } from '../support/engine-app.ts'
import { putImportFile } from '../support/import-files.ts'
import { benches, workshops } from '../support/workshops.ts'

type Key = keyof typeof workshops.fields

const read = (Object.keys(workshops.fields) as Key[]).filter((key) => key !== 'secret_note')
const written = ['title', 'about', 'email', 'passport', 'bench'] as const

/** People take their own workshops out and bring them in; staff see no draft of a bench and make none. */
const modules = [
  ...serverModules,
  serverModule(workshops, {
    permissions: {
      participant: allow('list read create update import export')
        .rows(callerRows('owner_id'))
        .fields(read)
        .masked(['passport', 'phone'])
        .writes(written),
      organiser: allow('list read create update import export'),
    },
    ownership: { field: 'owner_id', onErasure: 'goes' },
  }),
  serverModule(benches, {
    permissions: {
      staff: allow('list read update import export'),
      participant: allow('list read'),
      organiser: allow('list read drafts create update import export'),
    },
  }),
]

const workshop = (id: string, owner: string, more: object = {}): RowToWrite => ({
  id,
  owner_id: owner,
  title: { 'zh-CN': id, en: id },
  email: `${id}@forum.example`,
  phone: '+8613800138000',
  passport: 'E12345678',
  secret_note: 'whispered',
  state: 'asked',
  ...more,
})
const bench = (id: string, name: string, isOpen: boolean): RowToWrite => ({
  id,
  position: 1,
  name,
  size: 'small',
  is_open: isOpen,
})

/** Two benches are meant by `ben1`: one has it for its id, one for its name. */
const benchRows = [bench('ben1', 'First', true), bench('ben2', 'ben1', true), bench('ben3', 'Hidden', false)]
const anna = 'participant:anna'

/** What an answer says, but for the value that was asked for and for what no two answers share. */
const told = ({ status, text }: ApiAnswer, value: string): [number, string] => [
  status,
  text.replaceAll(/"(?:token|expiresAt|requestId|fileName)":"[^"]*"/g, '').replaceAll(value, '?'),
]

eachDatabase('rows that are not the caller’s', (suite) => {
  const app = useEngineApp(suite, modules, {
    hasFiles: true,
    fill: async ({ write }) => {
      await write(benches, benchRows)
      await write(workshops, [workshop('wanna', 'anna'), workshop('wboris', 'boris', { about: 'deep' })])
    },
  })

  const send = (module: string, body: ImportCheckBody & { token?: string }, as: string) =>
    app.post<ImportReport>(`/import/${module}`, body, as, { 'accept-language': 'en' })

  /** A dry run of one line, by a file. */
  async function checkLine(module: string, cells: object, as: string, more: ImportCheckBody = {}) {
    const text = stringify([Object.keys(cells), Object.values(cells)])
    const file = await putImportFile(app.db, app.storage, { owner: as.split(':').at(-1) ?? '', module, text })
    return send(module, { file, ...more }, as)
  }

  it.each([
    ['wboris', 'nobody'],
    ['wboris@forum.example', 'nobody@forum.example'],
  ])('are found by no key: %s is told like %s [S13]', async (hidden, nowhere) => {
    const key = hidden.includes('@') ? 'email' : 'id'
    for (const mode of ['update', 'upsert'] as const) {
      const row = { id: '', 'title.zh-CN': '一', 'title.en': 'One', email: 'c@forum.example' }
      const ask = (value: string) =>
        checkLine('workshops', { ...row, [key]: value }, anna, { mode, match: [key] })
      const answer = await ask(hidden)
      expect(answer.body.data.counts.updated).toBe(0)
      expect(told(answer, hidden)).toEqual(told(await ask(nowhere), nowhere))
      const sent = (value: string) =>
        send('workshops', { mode, match: [key], rows: [{ [key]: value, about: 'x' }] }, anna)
      expect(told(await sent(hidden), hidden)).toEqual(told(await sent(nowhere), nowhere))
    }
    const own = await send('workshops', { match: ['email'], rows: [{ email: 'wanna@forum.example' }] }, anna)
    expect(own.body.data.counts).toMatchObject({ unchanged: 1 })
  })

  it('are no drafts for who sees none [S13]', async () => {
    for (const mode of ['update', 'upsert'] as const)
      for (const [key, hidden, nowhere] of [
        ['name', 'Hidden', 'Nowhere'],
        ['id', 'ben3', 'ben9'],
      ] as const) {
        const ask = (value: string) =>
          checkLine('benches', { [key]: value, places: '7' }, 'staff', { mode, match: [key] })
        const answer = await ask(hidden)
        expect(answer.body.data).toMatchObject({ counts: { bad: 1 }, faults: [{ key: 'import.no_row' }] })
        expect(told(answer, hidden)).toEqual(told(await ask(nowhere), nowhere))
      }
    const out = await app.post('/export/benches', { ids: ['ben3'], count: true }, 'staff')
    expect(out.body.data).toMatchObject({ rows: 0 })
  })

  it('are named by no relation: none, two and one that may not be read are told alike [S13]', async () => {
    const row = { 'title.zh-CN': '一', 'title.en': 'One', email: 'c@forum.example' }
    const ask = (value: string) =>
      checkLine('workshops', { ...row, bench: value }, anna, { match: [], mode: 'create' })
    const none = await ask('Nowhere')
    expect(none.body.data).toMatchObject({
      counts: { bad: 1 },
      faults: [{ path: 'bench', key: 'cell.no_match' }],
    })
    for (const value of ['ben1', 'Hidden', 'ben3', 'Hidden [ben3]'])
      expect(told(await ask(value), value)).toEqual(told(none, 'Nowhere'))
    expect((await ask('First')).body.data.counts).toMatchObject({ created: 1 })
  })

  it('come out by no export [S13]', async () => {
    for (const body of [{}, { ids: ['wboris', 'wanna'] }]) {
      const { text } = await app.post('/export/workshops', body, anna)
      expect(text).toContain('wanna')
      expect(text).not.toMatch(/wboris|deep|13800138000|E12345678|whispered/)
    }
  })

  it('what is shown masked comes back as it was, and finds no row [S13]', async () => {
    const before = await readRows(app.db.kysely, workshops)
    const { text } = await app.post('/export/workshops', {}, anna)
    expect(text).toContain('***')
    const file = await putImportFile(app.db, app.storage, { owner: 'anna', module: 'workshops', text })
    const checked = await send('workshops', { file }, anna)
    expect(checked.body.data).toMatchObject({ counts: { unchanged: 1, updated: 0, bad: 0 } })
    const row = { id: 'wanna', passport: '***' }
    const sent = await send('workshops', { rows: [row] }, anna)
    expect(sent.body.data.counts).toMatchObject({ unchanged: 1 })
    await send('workshops', { token: sent.body.data.token }, anna)
    expect(await readRows(app.db.kysely, workshops)).toEqual(before)
    const match = (path: string) =>
      send('workshops', { match: [path], rows: [{ id: 'wanna', [path]: '***' }] }, anna)
    expect(told(await match('phone'), 'phone')).toEqual(told(await match('nonsense'), 'nonsense'))
  })

  it('people who were not granted the module import and export nothing', async () => {
    const asks = (name: string, as: string) => [
      send(name, { rows: [{}] }, as),
      app.post(`/export/${name}`, {}, as),
      app.get(`/import/${name}`, {}, as),
      app.get(`/import/${name}/template`, {}, as),
    ]
    const all = async (name: string, as: string) =>
      (await Promise.all(asks(name, as))).map(({ text }) => text)
    for (const as of ['applicant', 'participant', 'staff'])
      expect(await all('rooms', as)).toEqual(await all('nothing', as))
    // Accounts come and go by no file, whoever asks.
    for (const as of ['granted', 'organiser', 'administrator'])
      expect(await all('users', as)).toEqual(await all('nothing', as))
    const granted = await send('rooms', { rows: [{}] }, 'granted')
    expect(granted.body.data.counts).toMatchObject({ rows: 1, bad: 1 })
  })

  it('secrets of the settings are the administrators’ alone', async () => {
    const rows = [{ name: 'safe', value: 1, is_secret: true }]
    const refused = await send('settings', { rows }, 'organiser')
    expect(refused.body.data.faults.map(({ path, key }) => [path, key])).toContainEqual([
      'is_secret',
      'field.read_only',
    ])
    const made = await send('settings', { rows }, 'administrator')
    expect(made.body.data.counts).toMatchObject({ created: 1, bad: 0 })
    await send('settings', { token: made.body.data.token }, 'administrator')
    const ask = (value: string) =>
      send('settings', { mode: 'update', match: ['name'], rows: [{ name: value, value: 2 }] }, 'organiser')
    expect(told(await ask('safe'), 'safe')).toEqual(told(await ask('none'), 'none'))
    expect((await app.post('/export/settings?drafts=1', {}, 'organiser')).text).not.toContain('safe')
    expect((await app.post('/export/settings?drafts=1', {}, 'administrator')).text).toContain('safe')
  })

  it('a registration that is not there is made by no import [S13]', async () => {
    for (const rows of [[{ realname: 'Li' }], [{ id: 'nobody', realname: 'Li' }]]) {
      const { body } = await send('registrations', { rows }, 'organiser')
      expect(body.data).toMatchObject({ counts: { created: 0, bad: 1 }, faults: [{ key: 'import.no_row' }] })
      expect(body.data.faults[0]?.text).toMatch(/\w/)
      await send('registrations', { token: body.data.token, on_error: 'skip' }, 'organiser')
    }
    expect((await send('registrations', { rows: [{}], mode: 'create' }, 'organiser')).status).toBe(422)
    expect(await readRows(app.db.kysely, registrationsServer.definition)).toEqual([])
  })
})
