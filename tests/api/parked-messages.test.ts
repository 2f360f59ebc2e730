import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { paths } from '../../contract/calls.ts'
import type { ModuleEntry } from '../../contract/module-entries.ts'
import type { Database } from '../../server/db/client.ts'
import type { OutgoingMessage } from '../../server/messages/outgoing.ts'
import { auditOf } from '../support/accounts.ts'
import { addSignedIn, itemsIn, refusedFields, rowIn, type Person } from '../support/console-person.ts'
import { eachDatabase } from '../support/databases.ts'
import { startMailServer, type MailServer } from '../support/mail-server.ts'
import { are, entrust, openTables, rowsOf, startWorker, type Worker } from '../support/messages.ts'
import { until } from '../support/outgoing.ts'
import { startServer } from '../support/server.ts'

const start = new Date('2026-03-01T08:00:00Z')
const minuteMs = 60_000
const clock = { nowMs: start.getTime() }
const now = (): Date => new Date(clock.nowMs)

function mail(to: string, more: Partial<OutgoingMessage> = {}): OutgoingMessage {
  return { channel: 'mail', to, template: 'password_changed', locale: 'en', now: now(), ...more }
}

eachDatabase('parked messages', (place) => {
  let db: Database
  let smtp: MailServer
  let worker: Worker

  beforeAll(async () => {
    db = await openTables(place)
    smtp = await startMailServer()
  })

  afterAll(() => smtp.goDown())

  beforeEach(async () => {
    clock.nowMs = start.getTime()
    smtp.conduct = () => 'take'
    smtp.arrived.length = 0
    await db.kysely.deleteFrom('message_queue').execute()
    const env = { MAIL_URL: `smtp://127.0.0.1:${smtp.port}` }
    worker = await startWorker({ db, dataDir: place.place.dataDir, now, env })
  })

  afterEach(() => worker.messages.stop())

  async function send(...messages: OutgoingMessage[]): Promise<string[]> {
    const ids = await entrust(db, worker.secrets, messages)
    worker.messages.wake()
    return ids
  }

  test('are sent again from the first try on, when an administrator says so, and once [S1]', async () => {
    smtp.conduct = (to) => (to === 'mended@forum.example' ? 'never' : 'take')
    const ids = await send(mail('mended@forum.example'))
    const [id = ''] = ids
    await until(() => are(db, ids, 'parked'), 'parked')
    const later = await send(
      mail('mended@forum.example', { template: 'question_answered', params: { question: 'a', answer: 'b' } }),
    )
    await until(() => are(db, later, 'parked'), 'the later one parked too: it waited for nobody')
    smtp.conduct = () => 'take'
    const server = await startServer({ db, dataDir: place.place.dataDir, now })
    const admin = await addSignedIn(server, { role: 'organiser', isAdministrator: true })
    const organiser = await addSignedIn(server, { role: 'organiser' })
    const retry = (person: Person) => person.post(paths.action('outgoing_messages', 'retry'), { id })
    expect((await retry(organiser)).status).toBe(404)
    const row = rowIn(await admin.get(paths.detail('outgoing_messages', id), { with: 'permissions' }))
    expect(row['permissions']).toMatchObject({ update: false, delete: false, actions: ['retry'] })
    expect(rowIn(await retry(admin))).toMatchObject({ state: 'waiting', tries: 0 })
    worker.messages.wake()
    await until(() => are(db, ids, 'sent'), 'sent')
    expect(smtp.arrived.map(({ to }) => to)).toEqual(['mended@forum.example'])
    expect((await retry(admin)).body.error?.key).toBe('action.state')
    expect(await auditOf({ db }, id)).toEqual(['retry'])
    await server.close()
    // What was done with it goes with its row.
    const revisions = () => db.kysely.selectFrom('row_revisions').select('deed').where('row_id', '=', id)
    expect(await revisions().execute()).toEqual([{ deed: 'retry' }])
    clock.nowMs += 31 * 24 * 60 * minuteMs
    worker.messages.wake()
    await until(async () => (await rowsOf(db, ids)).length === 0, 'the row gone')
    await until(async () => (await revisions().execute()).length === 0, 'its history gone')
  })

  test('wait for nobody when they were codes: nothing of them is kept', async () => {
    smtp.conduct = () => 'never'
    const expiresAt = new Date(clock.nowMs + 5 * minuteMs)
    const params = { code: 123_456, minutes: 5 }
    const codes = await send(mail('code@forum.example', { template: 'code', params, expiresAt }))
    const kept = await send(mail('kept@forum.example'))
    await until(() => are(db, [...codes, ...kept], 'parked'), 'parked')
    const server = await startServer({ db, dataDir: place.place.dataDir, now })
    const admin = await addSignedIn(server, { role: 'organiser', isAdministrator: true })
    const actionsOf = async ([id = '']: string[]) => {
      const row = rowIn(await admin.get(paths.detail('outgoing_messages', id), { with: 'permissions' }))
      return (row['permissions'] as { actions: string[] }).actions
    }
    expect([await actionsOf(codes), await actionsOf(kept)]).toEqual([[], ['retry']])
    const entries = (await admin.get(paths.modules, { with: 'waiting' })).body.data as ModuleEntry[]
    const [waiting] = entries.find(({ name }) => name === 'outgoing_messages')?.waiting ?? []
    const fq = JSON.stringify(waiting?.filters)
    const listed = itemsIn(await admin.get(paths.list('outgoing_messages'), { fq, size: '100' }))
    expect(listed).toHaveLength(waiting?.count ?? 0)
    const isListed = ([wanted]: string[]) => listed.some(({ id }) => id === wanted)
    expect([isListed(codes), isListed(kept)]).toEqual([false, true])
    await server.close()
  })

  test('are not promised to be sent again when nothing is kept of them', async () => {
    smtp.conduct = () => 'never'
    const ids = await send(mail('lost@forum.example'))
    await until(() => are(db, ids, 'parked'), 'parked')
    await db.kysely.deleteFrom('message_queue').execute()
    const server = await startServer({ db, dataDir: place.place.dataDir, now })
    const admin = await addSignedIn(server, { role: 'organiser', isAdministrator: true })
    const refused = await admin.post(paths.action('outgoing_messages', 'retry'), { id: ids[0] })
    expect(refusedFields(refused)).toEqual(['state message.gone'])
    expect(await are(db, ids, 'parked')).toBe(true)
    await server.close()
  })
})
