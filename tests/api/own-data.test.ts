import { expect, test } from 'vitest'
import { paths } from '#contract/api.ts'
import { f } from '#contract/fields.ts'
import { auditLog } from '#contract/modules/audit-log.ts'
import { outgoingMessages } from '#contract/modules/outgoing-messages.ts'
import { defineModule } from '#contract/module-definition.ts'
import { maskedValue, type FileValue } from '#contract/row.ts'
import { insertSignIn } from '#server/accounts/sign-ins.ts'
import { appendAudit } from '#server/db/audit-log.ts'
import { moduleTables } from '#server/db/module-tables.ts'
import { allow, callerRows } from '#server/engine/schema/permissions.ts'
import { serverModule } from '#server/engine/schema/server-module.ts'
import { readRows, softDeleteRows } from '#server/engine/write/write-rows.ts'
import { storeFile } from '#server/files/store-file.ts'
import { enqueueMessage } from '#server/messages/outgoing.ts'
import { serverModules } from '#server/modules/index.ts'
import { listStored } from '../support/backups.ts'
import { addPerson, password, type TestUser } from '../support/accounts.ts'
import { bothDatabases } from '../support/databases.ts'
import { sheetParts } from '../support/sheet-parts.ts'
import { useServer } from '../support/use-server.ts'

const label = { 'zh-CN': '字段', en: 'Field' }

/** A form that people send: each row is somebody's. */
const wishes = defineModule({
  name: 'wishes',
  label,
  group: 'people',
  titleTemplate: '{{wish}}',
  fields: {
    person: f.string({ label, required: true }),
    wish: f.string({ label }),
    photo: f.file({ label }),
    passport: f.id_number({ label }),
    /** For organisers alone. */
    judged: f.string({ label }),
  },
})

const wishesServer = serverModule(wishes, {
  permissions: {
    participant: allow('list read')
      .rows(callerRows('person'))
      .fields(['wish', 'photo', 'passport'])
      .masked(['passport']),
    organiser: allow('list read').masked(['passport']),
  },
  ownership: { field: 'person', onErasure: 'goes' },
})

const start = new Date('2026-03-01T00:00:00Z')
const minuteMs = 60_000

bothDatabases('own data', (suite) => {
  const server = useServer(suite, { start, modules: [...serverModules, wishesServer] })

  /** A person with rows, files and a message that waits. */
  async function makePerson(id: string, extra: TestUser = {}): Promise<string> {
    const now = server.now()
    await addPerson(server, { id, ...extra }, now)
    const inRow = await store(`${id} 照片 ../x.jpg`, `bytes of ${id}`)
    await store(`${id}.pdf`, `upload of ${id}`, id)
    await server.write(wishes, [
      {
        id: `${id}-1`,
        person: id,
        wish: `wish of ${id}`,
        photo: inRow,
        passport: 'E12345678',
        judged: 'dull',
      },
      { id: `${id}-2`, person: id, wish: `taken back by ${id}` },
    ])
    await softDeleteRows(server.db.kysely, wishes, [`${id}-2`], { now })
    await appendAudit(server.db.kysely, { at: now, actorId: id, action: 'sign_in' })
    const code = {
      channel: 'mail',
      template: 'code',
      locale: 'en',
      params: { code: '1', minutes: 5 },
    } as const
    const message = { ...code, to: `${id}@forum.example`, userId: id, now }
    await enqueueMessage(server.db.kysely, message, server.secrets)
    return signIn(id)
  }

  const signIn = (id: string) => insertSignIn(server.db.kysely, { id }, server.now())

  async function store(name: string, text: string, ownerId?: string): Promise<FileValue> {
    const file = { name, mediaType: 'text/plain', bytes: Buffer.from(text) }
    const value = await storeFile(server.db.kysely, server.storage, file, server.now())
    const { no } = value
    const owned = server.db.kysely
      .updateTable('files')
      .set({ owner_id: ownerId ?? null })
      .where('no', '=', no)
    await owned.execute()
    return value
  }

  const erase = (token: string, body: object = {}) => server.post(paths.eraseOwnData, body, token)
  const isSignedIn = async (token: string) => (await server.get(paths.currentUser, token)).status === 200

  async function everything(): Promise<string> {
    const tables = (await server.db.kysely.introspection.getTables()).filter(
      ({ name, isView }) => !isView && !name.includes('_search'),
    )
    const rows = await Promise.all(
      tables
        .filter(({ name }) => name !== auditLog.name)
        .map(({ name }) => moduleTables(server.db.kysely).selectFrom(name).selectAll().execute()),
    )
    return JSON.stringify(rows)
  }

  test('comes as a zip with every row and file of the person, deleted ones too, and nobody else’s [S9]', async () => {
    const token = await makePerson('ada')
    await makePerson('bob')
    expect((await server.get(paths.ownData)).status).toBe(401)
    const answer = await server.get(paths.ownData, token)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/zip')
    expect(answer.headers.get('content-disposition')).toContain('own-data.zip')
    const files = await sheetParts(Buffer.from(await answer.arrayBuffer()))
    const names = [...files.keys()]
    expect(names.filter((name) => !name.startsWith('files/')).toSorted()).toEqual([
      'README.en.txt',
      'README.zh-CN.txt',
      'audit_log.json',
      'message_queue.json',
      'sign_ins.json',
      'users.json',
      'wishes.json',
    ])
    expect(files.get('README.en.txt')).toContain('users.json')
    expect(files.get('README.zh-CN.txt')).toContain('您的账号')
    const parsed = (name: string) => JSON.parse(files.get(name) ?? '') as Record<string, unknown>[]
    expect(parsed('wishes.json').map(({ id, wish, passport }) => [id, wish, passport])).toEqual([
      ['ada-1', 'wish of ada', 'E12345678'],
      ['ada-2', 'taken back by ada', null],
    ])
    expect(parsed('users.json')).toMatchObject([{ login_name: 'ada' }])
    const contents = names.filter((name) => name.startsWith('files/')).map((name) => files.get(name))
    expect(new Set(contents)).toEqual(new Set(['bytes of ada', 'upload of ada']))
    // No path that leads out of the archive, whatever people call their files.
    expect(names.every((name) => !name.split('/').includes('..'))).toBe(true)
    const text = [...files.values()].join('\n')
    // Nor what the person may not read of their own rows.
    expect(text).not.toMatch(/dull|judged|bob|password_hash|token_hash|payload|\$argon2/)
    const log = await readRows(server.db.kysely, auditLog, { action: 'own_data.taken_out' })
    expect(log).toMatchObject([{ actor_id: 'ada' }])
  })

  test('has ID numbers in full only just after a proof of who asks, also of who has another role by now', async () => {
    const token = await makePerson('eve')
    const numberIn = async () => {
      const answer = await server.get(paths.ownData, token)
      const wish = (await sheetParts(Buffer.from(await answer.arrayBuffer()))).get('wishes.json') ?? ''
      return (JSON.parse(wish) as { passport: string }[])[0]?.passport
    }
    await server.db.kysely.updateTable('users').set({ role: 'applicant' }).where('id', '=', 'eve').execute()
    expect(await numberIn()).toBe('E12345678')
    server.nowMs += 11 * minuteMs
    expect(await numberIn()).toBe(maskedValue)
  })

  test('comes without a file whose bytes are lost, and names it', async () => {
    const token = await makePerson('lea')
    const own = server.db.kysely.selectFrom('files').select('storage_key').where('owner_id', '=', 'lea')
    await server.storage.remove((await own.executeTakeFirstOrThrow()).storage_key)
    const answer = await server.get(paths.ownData, token)
    const files = await sheetParts(Buffer.from(await answer.arrayBuffer()))
    expect(JSON.parse(files.get('lost_files.json') ?? '')).toEqual([{ name: 'lea.pdf' }])
    expect([...files.values()]).toContain('bytes of lea')
  })

  test('erased: nothing of the person is left, at once, on no device, and others keep theirs [S9]', async () => {
    const token = await makePerson('carla')
    await makePerson('dan')
    const elsewhere = await signIn('carla')
    const stored = await listStored(suite.place)
    expect((await server.post(paths.eraseOwnData, {})).status).toBe(401)
    expect((await erase(token)).status).toBe(200)
    expect([await isSignedIn(token), await isSignedIn(elsewhere)]).toEqual([false, false])
    expect(await everything()).not.toContain('carla')
    expect(await everything()).toContain('taken back by dan')
    expect(await listStored(suite.place)).toHaveLength(stored.length - 2)
    const log = await readRows(server.db.kysely, auditLog, { actor_id: 'carla' })
    expect(new Set(log.map((row) => row['action']))).toEqual(new Set(['account.erased', 'sign_in']))
    expect(log.every((row) => row['fields'] === null || (row['fields'] as unknown[]).length === 0)).toBe(true)
    // The message that waited is taken back, and its row says so without naming anybody.
    const queue = await server.db.kysely
      .selectFrom('message_queue')
      .select(['message_id', 'user_id'])
      .execute()
    expect(queue.map((row) => row.user_id)).not.toContain('carla')
    const waiting = await readRows(server.db.kysely, outgoingMessages, { state: 'waiting' })
    expect(new Set(waiting.map((row) => row.id))).toEqual(new Set(queue.map((row) => row.message_id)))
  })

  test('a file that another person’s row names stays with that row', async () => {
    const token = await makePerson('eva')
    const shared = await store('map.pdf', 'shared by eva', 'eva')
    await makePerson('finn')
    await server.write(wishes, [{ id: 'finn-1', person: 'finn', photo: shared }])
    expect((await erase(token)).status).toBe(200)
    const file = server.db.kysely.selectFrom('files').selectAll().where('no', '=', shared.no)
    expect(await file.executeTakeFirst()).toMatchObject({ owner_id: null, expires_at: null })
  })

  test('long after the sign-in the password is asked for, and a wrong one erases nothing [S9]', async () => {
    const token = await makePerson('gus')
    server.nowMs += 11 * minuteMs
    const refused = async (body: object) => {
      const answer = await erase(token, body)
      const { error } = (await answer.json()) as { error: { fields: { path: string; key: string }[] } }
      return [answer.status, error.fields.map(({ path, key }) => ({ path, key }))]
    }
    expect(await refused({})).toEqual(refusedFor('account.password_needed'))
    expect(await refused({ login_pwd: 'not this one' })).toEqual(refusedFor('account.password_wrong'))
    expect((await erase(token, { login_pwd: password, id: 'ada' })).status).toBe(422)
    expect(await isSignedIn(token)).toBe(true)
    expect((await erase(token, { login_pwd: password })).status).toBe(200)
    expect(await isSignedIn(token)).toBe(false)
  })

  test('erasing twice, or from two devices at once, is done once [S9]', async () => {
    const tokens = [await makePerson('hans'), await signIn('hans')]
    const answers = await Promise.all(tokens.map((token) => erase(token)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 401]))
    expect((await erase(tokens[0] ?? '')).status).toBe(401)
    expect(
      await readRows(server.db.kysely, auditLog, { actor_id: 'hans', action: 'account.erased' }),
    ).toHaveLength(1)
  })

  test('the name is free again, and what was erased does not come back with it', async () => {
    const token = await makePerson('ines')
    await erase(token)
    await addPerson(server, { id: 'ines-again', loginName: 'ines' }, server.now())
    const archive = await server.get(paths.ownData, await signIn('ines-again'))
    const files = await sheetParts(Buffer.from(await archive.arrayBuffer()))
    expect([...files.keys()]).not.toContain('wishes.json')
  })

  test('of the administrators one must stay; of two who leave at once one does', async () => {
    const admin = { role: 'organiser', isAdministrator: true } as const
    const tokens = [await makePerson('jan', admin), await makePerson('kim', admin)]
    const answers = await Promise.all(tokens.map((token) => erase(token)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 403]))
    const [refused] = answers.filter(({ status }) => status === 403)
    expect(await refused?.json()).toMatchObject({ error: { key: 'account.last_administrator' } })
  })
})

const refusedFor = (key: string) => [422, [{ path: 'login_pwd', key }]]
