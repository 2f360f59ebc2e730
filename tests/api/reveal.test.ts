import { beforeEach, expect, test } from 'vitest'
import { paths } from '#contract/api.ts'
import type { RevealData } from '#contract/row-api.ts'
import { is } from '#contract/conditions.ts'
import { f } from '#contract/fields.ts'
import { auditLog } from '#contract/modules/audit-log.ts'
import { defineModule } from '#contract/module-definition.ts'
import { maskedValue, type FileValue } from '#contract/row.ts'
import { insertSignIn } from '#server/accounts/sign-ins.ts'
import { setRole } from '#server/accounts/user-state.ts'
import { allow, callerRows } from '#server/engine/schema/permissions.ts'
import { serverModule } from '#server/engine/schema/server-module.ts'
import { readRows, softDeleteRows, type RowToWrite } from '#server/engine/write/write-rows.ts'
import { storeFile } from '#server/files/store-file.ts'
import { serverModules } from '#server/modules/index.ts'
import { addPerson, call, type Answer } from '../support/accounts.ts'
import { eachDatabase } from '../support/databases.ts'
import { fetchServed } from '../support/fetch-served.ts'
import { useServer } from '../support/use-server.ts'

const label = { 'zh-CN': '字段', en: 'Field' }

const badges = defineModule({
  name: 'test_badges',
  label,
  group: 'people',
  titleTemplate: '{{name}}',
  fields: {
    name: f.string({ label }),
    team: f.string({ label }),
    owner_id: f.string({ label }),
    passport: f.id_number({ label }),
    photo: f.image({ label }),
    diet: f.list(f.string({ label }), { label }),
    remark: f.string({ label }),
  },
})

const badgesServer = serverModule(badges, {
  permissions: {
    participant: allow('list read').rows(callerRows('owner_id')).masked(['passport']),
    staff: allow('list read reveal')
      .rows<'team'>(is('team', 'media'))
      .fields(['name', 'team', 'passport'])
      .masked(['passport']),
    organiser: allow('list read create update reveal').masked(['passport', 'photo', 'diet']),
  },
})

const number = 'E20934817'
const reason = 'Passport checked at the desk'
const bytes = Buffer.from('a face')

eachDatabase('a masked value', (suite) => {
  let organiser: string
  let organiserId: string
  const server = useServer(suite, {
    start: '2026-03-01T00:00:00Z',
    eachTest: 3_600_000,
    modules: [...serverModules, badgesServer],
  })

  beforeEach(async () => {
    organiserId = await addPerson(server, { role: 'organiser' }, server.now())
    organiser = await signIn(organiserId)
    const row = { name: 'Ada', team: 'media', owner_id: 'ada', passport: number, diet: ['no nuts'] }
    await write({ ...row, id: 'b1', photo: await storePhoto() })
    await write({ ...row, id: 'b2', team: 'volunteers', passport: null, photo: null })
    await write({ ...row, id: 'gone' })
    await softDeleteRows(server.db.kysely, badges, ['gone'], { now: server.now() })
  })

  const signIn = (id: string) => insertSignIn(server.db.kysely, { id }, server.now())

  const write = (row: RowToWrite) => server.write(badges, [row])

  async function storePhoto(): Promise<FileValue> {
    const storage = server.storage
    return server.db.transaction((trx) =>
      storeFile(trx, storage, { name: 'ada.jpg', mediaType: 'image/jpeg', bytes }, server.now()),
    )
  }

  const reveal = (body: object, token: string | undefined = organiser, module = 'test_badges') =>
    call(server, paths.reveal(module), body, token === '' ? {} : { token })

  async function revealed(field: string, id = 'b1', token = organiser): Promise<RevealData> {
    const { status, body } = await reveal({ id, field, reason }, token)
    expect(status).toBe(200)
    return body.data as RevealData
  }

  const logged = async () =>
    (await readRows(server.db.kysely, auditLog, { action: 'reveal' })).filter(
      (row) => Date.parse(String(row['at'])) >= server.nowMs,
    )

  async function download(no: string, { token, as }: { token?: string | undefined; as?: string } = {}) {
    const query = token === undefined ? '' : `?token=${token}`
    const headers = as === undefined ? {} : { authorization: as }
    const answer = await fetchServed(`${server.url}/api${paths.downloadFile(no)}${query}`, { headers })
    const isWhole = Buffer.from(await answer.arrayBuffer()).equals(bytes)
    expect(isWhole).toBe(answer.status === 200)
    return answer
  }

  test('is shown in full to who gives a reason, kept by nobody, and told in the audit log [S8]', async () => {
    const { status, headers, body } = await reveal({ id: 'b1', field: 'passport', reason: ` ${reason} ` })
    expect([status, headers.get('cache-control'), body.data]).toEqual([200, 'no-store', { value: number }])
    const [entry] = await logged()
    expect(entry).toMatchObject({
      actor_id: organiserId,
      module: 'test_badges',
      row_id: 'b1',
      fields: ['passport'],
      reason,
    })
    expect(JSON.stringify(entry)).not.toContain(number)
    expect(await revealed('diet')).toEqual({ value: ['no nuts'] })
    expect(await revealed('passport', 'b2')).toEqual({ value: null })
    expect(await logged()).toHaveLength(3)
  })

  test('is masked everywhere else, before and after', async () => {
    await revealed('passport')
    const detail = await call(server, paths.detail('test_badges', 'b1'), undefined, { token: organiser })
    const masked = { passport: maskedValue, photo: maskedValue, diet: maskedValue }
    expect(detail.body.data).toMatchObject(masked)
    const list = await call(server, paths.list('test_badges'), undefined, { token: organiser })
    expect(JSON.stringify([detail.body, list.body])).not.toMatch(/E20934817|ada\.jpg|nuts/)
    const empty = await call(server, paths.detail('test_badges', 'b2'), undefined, { token: organiser })
    expect(empty.body.data).toMatchObject({ passport: null, photo: null })
  })

  test('that is a file comes by a token for one download of this very file, and by no other [S8]', async () => {
    expect(await revealed('photo', 'b2')).toEqual({ value: null })
    const { value, token } = await revealed('photo')
    const { no } = value as FileValue
    expect(value).toMatchObject({ name: 'ada.jpg', sizeBytes: bytes.length })
    const plain = await call(server, `${paths.temporaryToken}?no=${no}`, undefined, { token: organiser })
    const { token: temporary } = plain.body.data as { token: string }
    await write({ id: 'b2', photo: await storePhoto() })
    const other = (await revealed('photo', 'b2')).value as FileValue
    for (const [file, by] of [
      [no, { as: organiser }],
      [no, {}],
      [no, { token: temporary }],
      [other.no, { token }],
    ] as const)
      expect((await download(file, by)).status).toBe(404)
    const opened = await download(no, { token })
    expect([opened.status, opened.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect((await download(no, { token })).status).toBe(404)
  })

  test.each<[string, (id: string) => Promise<unknown>]>([
    ['a minute is over', async () => (server.nowMs += 60_000)],
    ['the row got another file', async () => write({ id: 'b1', photo: await storePhoto() })],
    ['the row is deleted', () => softDeleteRows(server.db.kysely, badges, ['b1'], { now: server.now() })],
    [
      'the person is signed out',
      (id) => server.db.transaction((trx) => setRole(trx, id, { role: 'staff' }, { now: server.now() })),
    ],
    [
      'the right is lost',
      (id) => server.db.kysely.updateTable('users').set({ role: 'staff' }).where('id', '=', id).execute(),
    ],
  ])('that is a file is served to nobody any more once %s [S8]', async (_, happens) => {
    const { value, token } = await revealed('photo')
    await happens(organiserId)
    expect((await download((value as FileValue).no, { token })).status).toBe(404)
  })

  test('follows the rows of the caller [S8]', async () => {
    const staff = await signIn(await addPerson(server, { role: 'staff' }, server.now()))
    expect(await revealed('passport', 'b1', staff)).toEqual({ value: number })
    const outside = await reveal({ id: 'b2', field: 'passport', reason }, staff)
    const answers = [outside, await reveal({ id: 'gone', field: 'passport', reason })]
    const unknown = await reveal({ id: 'nobody', field: 'passport', reason })
    expect([unknown.status, unknown.body.error?.key]).toEqual([404, 'not_found'])
    for (const answer of answers) expect(plain(answer)).toEqual(plain(unknown))
  })

  test('is a field that the caller sees masked; every other is as unknown as nonsense [S8]', async () => {
    const staff = await signIn(await addPerson(server, { role: 'staff' }, server.now()))
    const nonsense = await reveal({ id: 'b1', field: 'nothing', reason })
    expect([nonsense.status, nonsense.body.error?.key]).toEqual([400, 'query.unknown_field'])
    for (const [field, token] of [
      ['name', organiser],
      ['passport_index', organiser],
      ['__proto__', organiser],
      ['photo', staff],
      ['remark', staff],
    ] as const) {
      const answer = await reveal({ id: 'b1', field, reason }, token)
      expect(JSON.stringify(plain(answer)).replaceAll(field, 'nothing')).toBe(JSON.stringify(plain(nonsense)))
    }
    expect(await logged()).toEqual([])
  })

  test('is for whom the module says; to others module and call are unknown', async () => {
    const person = await addPerson(server, { role: 'participant' }, server.now())
    await write({ id: 'b1', owner_id: person })
    const participant = await signIn(person)
    const body = { id: 'b1', field: 'passport', reason }
    const unknown = await reveal(body, organiser, 'nothing')
    expect([unknown.status, unknown.body.error?.key]).toEqual([404, 'not_found'])
    expect(plain(await reveal(body, participant))).toEqual(plain(unknown))
    expect(plain(await reveal(body, organiser, 'rooms'))).toEqual(plain(unknown))
    expect((await reveal(body, '')).status).toBe(401)
    expect(await logged()).toEqual([])
  })

  test.each([
    ['none', undefined, 'field.required'],
    ['of four letters', 'desk', 'field.too_short'],
    ['of blanks', '        ', 'field.too_short'],
    ['that is no text', ['because'], 'field.invalid'],
  ])('needs a reason, not one %s', async (_, wrong, key) => {
    const { status, body } = await reveal({ id: 'b1', field: 'passport', reason: wrong })
    expect([status, body.error?.key]).toEqual([422, 'validation.failed'])
    expect(body.error?.fields).toMatchObject([{ path: 'reason', key }])
    expect(await logged()).toEqual([])
  })

  test.each([{ id: { $ne: '' } }, { id: 'all' }, { more: 1 }])('is not asked for by %j', async (wrong) => {
    expect((await reveal({ id: 'b1', field: 'passport', reason, ...wrong })).status).toBe(422)
    expect(await logged()).toEqual([])
  })

  test('leaves no number in the audit log, whatever the reason says', async () => {
    const told = `${number} 与 440524 1880 0101 0014 一致，电话 138-0013-8000，工单 4711`
    expect((await reveal({ id: 'b1', field: 'passport', reason: told })).status).toBe(200)
    expect((await logged())[0]).toMatchObject({ reason: '*** 与 *** 一致，电话 ***，工单 4711' })
  })

  test('is shown to one person thirty times a minute [S8]', async () => {
    const ask = async () => (await reveal({ id: 'b2', field: 'passport', reason })).status
    const first = await Promise.all(Array.from({ length: 40 }, ask))
    expect(first.filter((status) => status === 200)).toHaveLength(30)
    expect(first.filter((status) => status === 429)).toHaveLength(10)
    const other = await signIn(await addPerson(server, { role: 'organiser' }, server.now()))
    expect((await reveal({ id: 'b2', field: 'passport', reason }, other)).status).toBe(200)
    server.nowMs += 60_000
    expect(await ask()).toBe(200)
  })
})

function plain({ status, body }: Answer): object {
  return { status, body: { ...body, requestId: undefined } }
}
