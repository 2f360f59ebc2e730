import { beforeAll, expect, test } from 'vitest'
import { registrations } from '#contract/modules/registrations.ts'
import { sideMeetings } from '#contract/modules/side-meetings.ts'
import { runWhenDue } from '#server/ops/daily-tasks.ts'
import type { Database } from '#server/db/client.ts'
import { createDigestTask } from '#server/ops/digest.ts'
import { createRegistry } from '#server/engine/schema/registry.ts'
import { softDeleteRows, upsertRows, type RowToWrite } from '#server/engine/write/write-rows.ts'
import { unsealPayload } from '#server/messages/outgoing.ts'
import { renderMessage } from '#server/messages/templates.ts'
import { registrationsServer } from '#server/modules/registrations/registrations.ts'
import { sideMeetingsServer } from '#server/modules/side-meetings/side-meetings.ts'
import type { ServerModule } from '#server/engine/schema/server-module.ts'
import { serverModules } from '#server/modules/index.ts'
import {
  registrations as sampleRegistrations,
  sideMeetings as sampleMeetings,
} from '#server/sample/people.ts'
import { addPerson } from '../support/accounts.ts'
import { eachDatabase } from '../support/databases.ts'
import { testSecrets } from '../support/keys.ts'
import { zh } from '../support/texts.ts'
import { openTables } from '../support/use-server.ts'

const chineseLabel = (module: ServerModule, english: string) =>
  module.waiting?.find(({ label }) => label.en === english)?.label['zh-CN'] ?? ''
const labels = {
  roomless: chineseLabel(sideMeetingsServer, 'Side meetings without a room'),
  reviewed: chineseLabel(registrationsServer, 'Registrations to be reviewed'),
}
const registry = createRegistry(serverModules)
const task = createDigestTask({ registry, secrets: testSecrets })
const at = (instant: string) => new Date(instant)

/** 08:00 in Shanghai is midnight in UTC. */
const day = (date: string, time = '00:00:00') => at(`${date}T${time}Z`)

eachDatabase('the digest for organisers', (suite) => {
  let db: Database
  beforeAll(async () => {
    db = await openTables(suite)
    const role = 'organiser'
    for (const person of [
      { id: 'chinese', email: 'chinese@forum.example', role },
      { id: 'english', email: 'english@forum.example', locale: 'en', role },
      { id: 'silent', role },
      { id: 'blocked', email: 'blocked@forum.example', role, blockedAt: '2026-01-01T00:00:00Z' },
      { id: 'participant', email: 'participant@forum.example' },
    ] as const)
      await addPerson({ db }, person)
  })

  const put = (definition: typeof sideMeetings | typeof registrations, rows: RowToWrite[], now: Date) =>
    db.transaction((trx) => upsertRows(trx, definition, rows, { now, secrets: testSecrets }))

  /** The mails that wait, by recipient; they are taken away. */
  async function takeMails(): Promise<Record<string, { subject: string; text: string }>> {
    const rows = await db.kysely.deleteFrom('message_queue').returning(['message_id', 'payload']).execute()
    return Object.fromEntries(
      rows.map(({ message_id: id, payload }) => {
        const { to, locale, params } = unsealPayload(testSecrets, id, payload)
        return [to, renderMessage('digest', locale, params)]
      }),
    )
  }

  test('nothing waits: nobody is written to, and the day is done', async () => {
    expect(await runWhenDue(db, task, day('2026-03-02', '03:00:00'))).toEqual({ mails: 0 })
    expect(await takeMails()).toEqual({})
    expect(await runWhenDue(db, task, day('2026-03-02', '04:00:00'))).toBeUndefined()
  })

  test('it comes at eight in the forum’s morning, once a day, from one of several servers', async () => {
    const [open, assigned] = [meeting('submitted'), meeting('assigned')]
    await put(sideMeetings, [{ ...open, id: 'm1' }], day('2026-03-02', '20:00:00'))
    await put(sideMeetings, [{ ...assigned, id: 'm2' }], day('2026-03-02', '22:00:00'))
    expect(await runWhenDue(db, task, day('2026-03-02', '23:59:59'))).toBeUndefined()
    const others = await Promise.all([suite.open(), suite.open(), suite.open()])
    const looks = await Promise.all([db, ...others].map((own) => runWhenDue(own, task, day('2026-03-03'))))
    expect(looks.filter((outcome) => outcome !== undefined)).toEqual([{ mails: 2 }])
    const mails = await takeMails()
    expect(Object.keys(mails).toSorted()).toEqual(['chinese@forum.example', 'english@forum.example'])
    expect(mails['english@forum.example']?.subject).toContain('2')
    expect(mails['english@forum.example']?.text.split('\n').filter((line) => line.startsWith('-'))).toEqual([
      '- Side meetings without a room: 1, the oldest for 4 hours',
      '- Side meetings not paid yet: 1, the oldest for 2 hours',
    ])
    expect(mails['chinese@forum.example']?.text).toContain(
      zh('messages:digest.line', { label: labels.roomless, count: 1, age: '4小时' }),
    )
    expect(await runWhenDue(db, task, day('2026-03-03', '15:59:59'))).toBeUndefined()
  })

  test('what is older than two days comes first, then what waits longest; deleted rows wait for nobody', async () => {
    await put(
      registrations,
      [
        { ...registration, id: 'r1', status: 'under_review', submitted_at: '2026-03-02T23:59:59Z' },
        { ...registration, id: 'r2', status: 'submitted', submitted_at: '2026-03-03T00:00:00Z' },
        { ...registration, id: 'r3', status: 'approved', submitted_at: '2026-02-01T00:00:00Z' },
        { ...registration, id: 'r4', status: 'submitted', submitted_at: '2026-02-01T00:00:00Z' },
      ],
      day('2026-03-03'),
    )
    await db.transaction((trx) => softDeleteRows(trx, registrations, ['r4'], { now: day('2026-03-03') }))
    await put(sideMeetings, [{ ...meeting('submitted'), id: 'm1', status: 'withdrawn' }], day('2026-03-03'))
    await put(sideMeetings, [{ ...meeting('submitted'), id: 'm3' }], day('2026-03-04', '22:00:00'))
    expect(await runWhenDue(db, task, day('2026-03-05'))).toEqual({ mails: 2 })
    const mails = await takeMails()
    expect(mails['english@forum.example']?.text.split('\n').filter((line) => line.startsWith('-'))).toEqual([
      '- Registrations to be reviewed: 2, 1 of them for more than 48 hours, the oldest for 2 days',
      '- Side meetings not paid yet: 1, the oldest for 2 days',
      '- Side meetings without a room: 1, the oldest for 2 hours',
    ])
    expect(mails['chinese@forum.example']?.text).toContain(
      zh('messages:digest.late_line', {
        label: labels.reviewed,
        count: 2,
        late: 1,
        limit: '48小时',
        age: '2天',
      }),
    )
  })

  test('it names nobody and no ID number [316]', async () => {
    await runWhenDue(db, task, day('2026-03-06'))
    const text = JSON.stringify(await takeMails())
    expect(text).not.toBe('{}')
    const { realname, id_number, company } = registration
    const names = sampleMeetings.map(({ name }) => name)
    for (const secret of [realname, id_number, company, ...names]) expect(text).not.toContain(secret)
  })

  test('a clock that was years ahead does not end the digest', async () => {
    await db.kysely
      .updateTable('task_runs')
      .set({ ran_at: '2036-01-01T00:00:00Z' })
      .where('task', '=', 'digest')
      .execute()
    expect(await runWhenDue(db, task, day('2026-03-07'))).toEqual({ mails: 2 })
  })
})

/** A meeting of the sample in a state. */
function meeting(status: string) {
  const found = sampleMeetings.find((row) => row.status === status)
  if (!found) throw new Error(`the sample has no meeting that is ${status}`)
  return found
}

const registration = {
  ...sampleRegistrations[0],
  owner_id: null,
  realname: 'Somebody Real',
  id_number: 'E12345678',
  company: 'Croquet Limited',
}
