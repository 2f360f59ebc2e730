import { join } from 'node:path'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { f } from '#contract/fields.ts'
import { auditLog } from '#contract/modules/audit-log.ts'
import { settings } from '#contract/modules/settings.ts'
import { defineModule } from '#contract/module-definition.ts'
import type { FileValue } from '#contract/row.ts'
import type { Database } from '#server/db/client.ts'
import { insertSignIn } from '#server/accounts/sign-ins.ts'
import { checkModules } from '#server/engine/schema/check-modules.ts'
import { moduleTables } from '#server/db/module-tables.ts'
import { trustClock } from '#server/db/deletion-clock.ts'
import { createRegistry } from '#server/engine/schema/registry.ts'
import { allow } from '#server/engine/schema/permissions.ts'
import { serverModule, type ServerModule } from '#server/engine/schema/server-module.ts'
import { readRows, softDeleteRows, upsertRows } from '#server/engine/write/write-rows.ts'
import { folderStorage, type FileStorage } from '#server/files/storage.ts'
import { storeFile } from '#server/files/store-file.ts'
import { sweepFiles } from '#server/ops/sweep-files.ts'
import { serverModules } from '#server/modules/index.ts'
import { runWhenDue } from '#server/ops/daily-tasks.ts'
import { createRetentionTask, runRetention } from '#server/ops/retention/run-retention.ts'
import { recordBackup } from '#server/ops/retention/newest-backup.ts'
import { previewRetention } from '#server/ops/retention/routes.ts'
import { runCommand } from '../support/command.ts'
import { addPerson } from '../support/accounts.ts'
import { bothDatabases } from '../support/databases.ts'
import { testSecrets } from '../support/keys.ts'
import { openTables } from '../support/use-server.ts'

const label = { 'zh-CN': '字段', en: 'Field' }
const at = (text: string) => new Date(text)

/** As the registrations of a forum: kept, emptied and taken away by rules that stand in the definition. */
const applications = defineModule({
  name: 'applications',
  label,
  group: 'people',
  titleTemplate: '{{name}}',
  fields: {
    name: f.string({ label, localized: true, required: true, searchable: true }),
    state: f.enum({
      label,
      required: true,
      typeCode: 'state',
      default: 'sent',
      options: ['sent', 'refused'].map((value) => ({ value, label })),
    }),
    id_number: f.id_number({ label }),
    photo: f.image({ label }),
    submitted_at: f.datetime({ label }),
    refused_at: f.datetime({ label }),
  },
})

const idFields = ['id_number', 'photo'] as const

const applicationsServer = serverModule(applications, {
  permissions: { organiser: allow('list read') },
  retention: [
    { name: 'id_data', fields: idFields, since: ['forum_end', 'submitted_at'], hours: 30 * 24 },
    {
      name: 'refused',
      rows: [{ param: 'state', op: 'eq', value: 'refused' }],
      fields: idFields,
      since: ['refused_at'],
      hours: 24,
    },
    { name: 'whole', since: ['forum_end'], hours: 365 * 24 },
  ],
})

const registry = createRegistry([...serverModules, applicationsServer])
/** The forum of the setting ends on 2026-09-07 at midnight in Shanghai, which is 16:00 UTC. */
const lastDay = { endsOn: '2026-09-07', timeZone: 'Asia/Shanghai' }
const beforeDue = at('2026-10-07T15:59:00Z')
const due = at('2026-10-07T16:00:00Z')

bothDatabases('retention', (suite) => {
  let db: Database
  let photo: FileValue
  let storage: FileStorage

  beforeAll(async () => {
    db = await openTables(suite, [applicationsServer])
    await addPerson({ db }, { id: 'u1' })
  })

  beforeEach(async () => {
    storage = folderStorage(join(suite.place.dataDir, 'files'))
    const now = at('2026-08-01T00:00:00Z')
    const file = { name: 'p.jpg', mediaType: 'image/jpeg', bytes: new Uint8Array([1]) }
    photo = await storeFile(db.kysely, storage, file, now)
    await moduleTables(db.kysely).deleteFrom('applications').execute()
    await db.kysely.deleteFrom('task_runs').execute()
    await setForum(lastDay)
    const row = { name: { 'zh-CN': '王', en: 'Wang' }, id_number: '11010519491231002X', photo }
    await upsertRows(
      db.kysely,
      applications,
      [
        { ...row, id: 'early', submitted_at: '2026-06-01T00:00:00Z' },
        { ...row, id: 'late', submitted_at: '2026-10-01T00:00:00Z', photo: null },
        { ...row, id: 'refused', state: 'refused', refused_at: '2026-08-01T12:00:00Z', photo: null },
        { ...row, id: 'deleted', submitted_at: '2026-06-01T00:00:00Z', photo: null },
      ],
      { now, secrets: testSecrets },
    )
    // Later than what is looked at here: it is not yet gone for good.
    await softDeleteRows(db.kysely, applications, ['deleted'], { now: at('2026-12-01T00:00:00Z') })
  })

  async function setForum(value: object): Promise<void> {
    const row = { id: 'forum', name: 'forum', value, is_public: true }
    await upsertRows(db.kysely, settings, [row], { now: '2026-01-01T00:00:00Z' })
  }

  const run = (now: Date, isDryRun = false) => runRetention({ db, registry, now }, { isDryRun })

  async function counts(now: Date, isDryRun = false): Promise<Record<string, number>> {
    const found = await run(now, isDryRun)
    return Object.fromEntries(found.filter(({ rows }) => rows > 0).map(({ rule, rows }) => [rule, rows]))
  }

  const stored = () => moduleTables(db.kysely).selectFrom('applications').selectAll().orderBy('id').execute()

  test('fields are emptied 30 days after the forum’s last day, in its own zone, and not before [S9]', async () => {
    await run(at('2026-08-01T00:00:00Z'))
    expect((await counts(beforeDue))['applications: id_data']).toBeUndefined()
    // The refused one was emptied by its own rule a day after the refusal. A dry run counts, and changes nothing.
    const untouched = [await stored(), await readRows(db.kysely, auditLog)]
    for (const isDryRun of [true, false]) {
      expect([await stored(), await readRows(db.kysely, auditLog)]).toEqual(untouched)
      expect((await counts(due, isDryRun))['applications: id_data']).toBe(2)
    }
    const rows = Object.fromEntries((await stored()).map((row) => [row['id'], row]))
    const gone = { id_number: null, id_number_index: null }
    expect(rows['early']).toMatchObject({ ...gone, photo: null, name_en: 'Wang', version: 2 })
    const kept = { id_number: expect.any(String), id_number_index: expect.any(String) }
    expect(rows['late']).toMatchObject({ ...kept, version: 1 })
    // A deleted row keeps nothing either, and stays deleted.
    expect(rows['deleted']).toMatchObject({ ...gone, deleted_at: '2026-12-01T00:00:00Z' })
    expect(await counts(due)).toEqual({})
  })

  test('a later submission counts from itself, a refusal from the refusal [S9]', async () => {
    await run(due)
    expect(await counts(at('2026-10-30T23:59:59Z'))).toEqual({})
    expect(await counts(at('2026-10-31T00:00:00Z'))).toEqual({ 'applications: id_data': 1 })
    const now = '2026-10-31T00:00:00Z'
    const fresh = { id: 'refused', id_number: '1', refused_at: now, submitted_at: '2026-12-01T00:00:00Z' }
    await upsertRows(db.kysely, applications, [fresh], { now, secrets: testSecrets })
    expect(await counts(at('2026-10-31T23:59:59Z'))).toEqual({})
    expect(await counts(at('2026-11-01T00:00:00Z'))).toEqual({ 'applications: refused': 1 })
  })

  test('a photo is served to nobody from then on, and goes with the next sweep [S9]', async () => {
    await run(due)
    expect(await db.kysely.selectFrom('file_references').selectAll().execute()).toEqual([])
    // Whatever the clock says: it was decided already.
    await sweepFiles({ db, registry, storage, now: () => due }, undefined)
    const files = db.kysely.selectFrom('files').select('no').where('no', '=', photo.no)
    expect(await files.execute()).toEqual([])
  })

  test('whole rows leave nothing, and each is told in the audit log without its values [S10]', async () => {
    await run(at('2027-09-08T00:00:00Z'))
    expect(await stored()).toEqual([])
    const log = await readRows(db.kysely, auditLog, { action: 'retention.whole' })
    expect(log.map((row) => row['row_id'])).toEqual(
      expect.arrayContaining(['early', 'late', 'refused', 'deleted']),
    )
    expect(JSON.stringify(await readRows(db.kysely, auditLog))).not.toMatch(/1101051949|Wang|王/)
  })

  test('a deleted row can be brought back for 30 days, and then it is gone', async () => {
    await softDeleteRows(db.kysely, applications, ['late'], { now: at('2026-08-02T00:00:00Z') })
    const left = async (now: string) => {
      await run(at(now))
      return (await stored()).map((row) => row['id'])
    }
    expect(await left('2026-08-31T23:59:59Z')).toContain('late')
    expect(await left('2026-09-01T00:00:00Z')).toEqual(['deleted', 'early', 'refused'])
  })

  test('without the day of the forum’s end nothing counts from it', async () => {
    await run(at('2026-08-02T12:00:00Z'))
    for (const value of [{}, { ...lastDay, endsOn: 'soon' }, { ...lastDay, timeZone: 'Nowhere/None' }]) {
      await setForum(value)
      expect(await counts(at('2199-01-01T00:00:00Z'), true)).toEqual({ 'applications: deleted': 1 })
    }
  })

  test('sign-ins that ran out, used codes and their counts go [S9]', async () => {
    for (const [id, expires_at] of [
      ['old', '2026-03-01T00:00:00Z'],
      ['good', '2026-03-02T00:00:00Z'],
    ] as const) {
      await insertSignIn(db.kysely, { id: 'u1' }, at('2026-01-01T00:00:00Z'))
      const made = db.kysely
        .updateTable('sign_ins')
        .set({ id, expires_at })
        .where('id', 'not in', ['old', 'good'])
      await made.execute()
    }
    const sent = { id: 's1', number_key: 'k', origin_key: 'o', sent_at: '2026-02-28T00:00:00Z' }
    await db.kysely.insertInto('sms_sends').values(sent).execute()
    const now = at('2026-03-01T00:00:00Z')
    expect(await counts(now, true)).toEqual({ sign_ins: 1, sms_sends: 1 })
    expect(await counts(now)).toEqual({ sign_ins: 1, sms_sends: 1 })
    expect(await db.kysely.selectFrom('sign_ins').select('id').execute()).toEqual([{ id: 'good' }])
    await db.kysely.deleteFrom('sign_ins').execute()
  })

  test('of several servers that look at the same time one runs it, once a day [S9]', async () => {
    const others = await Promise.all([suite.open(), suite.open(), suite.open()])
    const look = (now: Date) =>
      Promise.all(
        [db, ...others].map((own) => runWhenDue(own, createRetentionTask(registry, undefined), now)),
      )
    const first = await look(due)
    expect(first.filter((counted) => counted !== undefined)).toHaveLength(1)
    expect((await look(at('2026-10-08T14:00:00Z'))).every((counted) => counted === undefined)).toBe(true)
    const next = await look(at('2026-10-08T16:00:00Z'))
    expect(next.filter((counted) => counted !== undefined)).toHaveLength(1)
  })

  test('people’s rows go when a backup of the last days has them as they are, and are counted till then', async () => {
    const task = createRetentionTask(registry, 7)
    const ofPeople = async () => (await stored()).filter((row) => row['id_number'] !== null).length
    const daily = async (now: Date) => {
      await db.kysely.deleteFrom('task_runs').where('task', '=', 'retention').execute()
      return runWhenDue(db, task, now)
    }
    // What the console is shown of it.
    const ahead = async () => {
      const { rules, backupAt, clock } = await previewRetention({ db, registry, backupDays: 7 }, due)
      const waiting = rules.reduce((sum, { waitingRows }) => sum + waitingRows, 0)
      return { waiting, backupAt, isClockBelieved: clock === null }
    }
    const before = await stored()
    await insertSignIn(db.kysely, { id: 'u1' }, at('2026-01-01T00:00:00Z'))
    // What opens doors needs no backup.
    expect(await daily(due)).toEqual({ rows: 1, held: expect.stringMatching(/^4 rows .*7 days/) })
    expect(await ahead()).toEqual({ waiting: 4, backupAt: null, isClockBelieved: false })
    for (const createdAt of ['2026-09-30T15:59:59Z', '2026-11-07T00:00:00Z', '2026-07-31T00:00:00Z']) {
      await recordBackup(db.kysely, createdAt)
      expect(await daily(due)).toEqual({ rows: 0, held: expect.any(String) })
    }
    expect(await stored()).toEqual(before)
    await recordBackup(db.kysely, '2026-10-07T00:00:00Z')
    await db.kysely
      .updateTable('applications' as 'users')
      .set({ updated_at: '2026-10-07T00:00:00Z' } as object)
      .where('id', '=', 'early')
      .execute()
    await trustClock(db.kysely, due)
    expect(await ahead()).toEqual({
      waiting: 2,
      backupAt: '2026-10-07T00:00:00Z',
      isClockBelieved: db.dialect === 'sqlite',
    })
    // One was changed in the second of the backup, perhaps after it, and so was the one that was deleted then.
    expect(await daily(due)).toEqual({ rows: 1, held: expect.stringMatching(/^2 rows/) })
    expect(await ofPeople()).toBe(3)
  })

  test('the command counts with --dry-run and works without, by a clock that its operator confirms', async () => {
    const counted = { counter: 'c', counted_at: '2020-01-01T00:00:00Z', parts: '[]' }
    await db.kysely.insertInto('rate_counts').values(counted).execute()
    const dry = await runCommand(suite.place, ['retention', '--dry-run'])
    expect(dry).toMatchObject({ code: 0, stderr: '' })
    expect(dry.stdout).toContain('rate_counts: 1 rows\n')
    expect(dry.stdout).toContain('Nothing was changed.')
    expect(await db.kysely.selectFrom('rate_counts').selectAll().execute()).toHaveLength(1)
    expect(await runCommand(suite.place, ['retention'])).toMatchObject({ code: 1, stdout: '' })
    expect(await db.kysely.selectFrom('rate_counts').selectAll().execute()).toHaveLength(1)
    const trusting = await runCommand(suite.place, ['retention', '--trust-clock'])
    expect(trusting).toMatchObject({ code: 0, stderr: '' })
    expect(await db.kysely.selectFrom('rate_counts').selectAll().execute()).toEqual([])
  })
})

test.each<[Partial<ServerModule>, string]>([
  [{ retention: [{ name: 'x', fields: ['none'], since: [], hours: 1 }] }, 'no field none'],
  [{ retention: [{ name: 'x', since: ['none'], hours: 1 }] }, 'no field none'],
  [{ retention: [{ name: 'x', fields: ['name'], since: [], hours: 1 }] }, 'required'],
  [{ ownership: { field: 'none', onErasure: 'goes' } }, 'no field none'],
])('a rule that cannot be meant hinders the start: %j', (change, told) => {
  expect(() => checkModules(createRegistry([{ ...applicationsServer, ...change }]))).toThrow(told)
})
