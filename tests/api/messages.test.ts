import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../server/db/client.ts'
import type { OutgoingMessage } from '../../server/messages/outgoing.ts'
import { eachDatabase } from '../support/databases.ts'
import { startMailServer, type MailServer } from '../support/mail-server.ts'
import {
  are,
  entrust,
  openTables,
  rowsOf,
  startWorker,
  stepUnless,
  type Worker,
} from '../support/messages.ts'
import { until } from '../support/outgoing.ts'

const start = new Date('2026-03-01T08:00:00Z')
const minuteMs = 60_000

const clock = { nowMs: start.getTime() }
const now = (): Date => new Date(clock.nowMs)

beforeEach(() => {
  clock.nowMs = start.getTime()
})

function mail(to: string, more: Partial<OutgoingMessage> = {}): OutgoingMessage {
  return { channel: 'mail', to, template: 'password_changed', locale: 'en', now: now(), ...more }
}

eachDatabase('mails', (place) => {
  let db: Database
  let smtp: MailServer
  let worker: Worker

  beforeAll(async () => {
    db = await openTables(place)
    smtp = await startMailServer()
  })

  afterAll(() => smtp.goDown())

  const another = (): Promise<Worker> =>
    startWorker({
      db,
      dataDir: place.place.dataDir,
      now,
      env: { MAIL_URL: `smtp://127.0.0.1:${smtp.port}` },
    })

  beforeEach(async () => {
    smtp.conduct = () => 'take'
    smtp.arrived.length = 0
    await db.kysely.deleteFrom('message_queue').execute()
    worker = await another()
  })

  afterEach(() => worker.messages.stop())

  /** Entrusts and lets the worker look. */
  async function send(...messages: OutgoingMessage[]): Promise<string[]> {
    const ids = await entrust(db, worker.secrets, messages)
    worker.messages.wake()
    return ids
  }

  /** Lets time pass, a step whenever nothing is on its way, until these messages are in a state. */
  const untilInTime = (ids: readonly string[], state: string): Promise<unknown> =>
    until(() => stepUnless(db, worker, ids, state, clock, minuteMs), `all ${state}`)

  test('go to the person in their language, say who sends them, and are forgotten then', async () => {
    const ids = await send(
      mail('li@forum.example', { locale: 'zh-CN' }),
      mail('kim@forum.example', { locale: 'en' }),
    )
    await until(() => are(db, ids, 'sent'), 'both mails sent')
    const arrived = smtp.arrived.toSorted((a, b) => a.to.localeCompare(b.to))
    expect(arrived).toMatchObject([
      { to: 'kim@forum.example', subject: 'Your password was changed', language: 'en' },
      { to: 'li@forum.example', subject: '您的密码已更改', language: 'zh-CN' },
    ])
    expect(arrived[1]?.text).toContain('2026-03-01 16:00 (Asia/Shanghai)')
    expect(arrived.map(({ from }) => from)).toEqual(Array(2).fill('no-reply@forum.example'))
    expect(await db.kysely.selectFrom('message_queue').selectAll().execute()).toEqual([])
  })

  test('do not go out when the transaction that tells of them fails', async () => {
    await db
      .transaction(async (trx) => {
        await entrust({ ...db, transaction: (run) => run(trx) }, worker.secrets, [mail('no@forum.example')])
        throw new Error('the password was not changed')
      })
      .catch(() => {})
    const ids = await send(mail('yes@forum.example'))
    await until(() => are(db, ids, 'sent'), 'the other mail sent')
    expect(smtp.arrived.map(({ to }) => to)).toEqual(['yes@forum.example'])
  })

  test('wait while the mail server is down, and go out once each, in order, when it is back', async () => {
    await smtp.goDown()
    const ids = await send(
      ...[1, 2, 3].map((code) => mail('a@forum.example', { template: 'code', params: { code, minutes: 5 } })),
      mail('b@forum.example'),
    )
    await until(async () => (await rowsOf(db, ids)).some(({ problem }) => problem !== null), 'a failed try')
    expect((await rowsOf(db, ids)).map(({ state }) => state)).toEqual(Array(4).fill('waiting'))
    await smtp.comeUp()
    await untilInTime(ids, 'sent')
    expect(
      smtp.arrived.filter(({ to }) => to === 'a@forum.example').map((one) => one.text.slice(0, 1)),
    ).toEqual(['1', '2', '3'])
    expect(new Set(smtp.arrived.map(({ messageId }) => messageId)).size).toBe(4)
    expect(smtp.arrived).toHaveLength(4)
  })

  test('that the server wants later are tried again in growing pauses, and parked after eight tries and 24 hours', async () => {
    smtp.conduct = () => 'later'
    const ids = await send(mail('full@forum.example'))
    const triesAt: number[] = []
    for (let tries = 1; tries <= 8; tries += 1) {
      const [row] = await until(async () => {
        const rows = await rowsOf(db, ids)
        return rows[0]?.tries === tries && rows[0].problem !== null && isSettled(rows[0], clock.nowMs) && rows
      }, `try ${tries}`)
      triesAt.push(clock.nowMs)
      expect(row?.problem).toBe('SMTP 451')
      if (row?.next_try_at) clock.nowMs = Date.parse(row.next_try_at)
      worker.messages.wake()
    }
    expect(await are(db, ids, 'parked')).toBe(true)
    const pauses = triesAt.slice(1).map((at, index) => at - (triesAt[index] ?? 0))
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
    expect((triesAt.at(-1) ?? 0) - start.getTime()).toBe(24 * 60 * minuteMs)
    const kept = await db.kysely.selectFrom('message_queue').selectAll().execute()
    expect(kept).toMatchObject([{ message_id: ids[0], parked_at: expect.any(String), lease: null }])
    expect(JSON.stringify(kept)).not.toContain('full@forum.example')
  })

  test('hold up later ones to the same person only', async () => {
    smtp.conduct = (to) => (to === 'slow@forum.example' ? 'later' : 'take')
    const ids = await send(
      mail('slow@forum.example'),
      mail('slow@forum.example'),
      mail('quick@forum.example'),
    )
    await until(() => are(db, ids.slice(2), 'sent'), 'the mail to the other person sent')
    await until(async () => (await rowsOf(db, ids))[0]?.problem === 'SMTP 451', 'the first refused')
    expect((await rowsOf(db, ids)).map(({ tries }) => tries)).toEqual([1, 0, 1])
    smtp.conduct = () => 'take'
    await untilInTime(ids, 'sent')
  })

  test('to an address that there is not are parked at once, and hold nobody up', async () => {
    smtp.conduct = (to) => (to === 'gone@forum.example' ? 'never' : 'take')
    const ids = await send(mail('gone@forum.example'), mail('here@forum.example'))
    await until(() => are(db, ids.slice(0, 1), 'parked'), 'parked')
    await until(() => are(db, ids.slice(1), 'sent'), 'sent')
    expect((await rowsOf(db, ids))[0]).toMatchObject({ tries: 1, problem: 'SMTP 550', next_try_at: null })
  })

  test('that were taken on a line that broke are sent again under the same Message-ID', async () => {
    smtp.conduct = () => 'take and drop'
    const ids = await send(mail('twice@forum.example'))
    await until(async () => (await rowsOf(db, ids))[0]?.problem ?? undefined, 'the line broken')
    smtp.conduct = () => 'take'
    await untilInTime(ids, 'sent')
    expect(smtp.arrived.map(({ messageId }) => messageId)).toEqual(Array(2).fill(`<${ids[0]}@forum.example>`))
  })

  test('are shared by workers, each sent once', async () => {
    const other = await another()
    const ids = await send(
      ...Array.from({ length: 60 }, (_, person) => mail(`p${person % 20}@forum.example`)),
    )
    other.messages.wake()
    await until(() => are(db, ids, 'sent'), 'all sent')
    await other.messages.stop()
    expect(smtp.arrived.map(({ messageId }) => messageId).toSorted()).toEqual(
      ids.map((id) => `<${id}@forum.example>`).toSorted(),
    )
    const senders = [worker, other].map(
      ({ log }) => log.filter((line) => line.includes('message sent')).length,
    )
    expect(Math.min(...senders)).toBeGreaterThan(0)
  })

  test('that are on their way when the worker ends are finished, and the rest waits', async () => {
    smtp.conduct = () => ({ afterMs: 300 })
    const dying = await another()
    const ids = await entrust(
      db,
      worker.secrets,
      Array.from({ length: 30 }, (_, person) => mail(`q${person}@forum.example`)),
    )
    dying.messages.wake()
    await until(async () => (await rowsOf(db, ids)).some(({ tries }) => tries > 0), 'one on its way')
    await dying.messages.stop()
    smtp.conduct = () => 'take'
    worker.messages.wake()
    await until(() => are(db, ids, 'sent'), 'all sent')
    expect(smtp.arrived).toHaveLength(30)
  })

  test('hold no address in the log, and no problem that repeats one', async () => {
    smtp.conduct = () => 'never'
    const ids = await send(mail('secret.person@forum.example'))
    await until(() => are(db, ids, 'parked'), 'parked')
    const [row] = await rowsOf(db, ids)
    expect(row).toMatchObject({ recipient: 's***@forum.example', problem: 'SMTP 550' })
    expect(worker.log.join('\n')).not.toContain('secret.person')
    expect(worker.log.join('\n')).toContain(ids[0])
  })

  test('that nobody can read any more are parked', async () => {
    const ids = await entrust(db, worker.secrets, [mail('x@forum.example'), mail('y@forum.example')])
    await db.kysely
      .updateTable('message_queue')
      .set({ payload: '1.AAAA' })
      .where('message_id', '=', ids[0] ?? '')
      .execute()
    worker.messages.wake()
    await until(() => are(db, ids.slice(0, 1), 'parked'), 'parked')
    await until(() => are(db, ids.slice(1), 'sent'), 'the other sent')
    expect(smtp.arrived.map(({ to }) => to)).toEqual(['y@forum.example'])
  })
})

/** True when no try is under way: the next one is planned, or there is none. */
function isSettled(row: { next_try_at: string | null }, atMs: number): boolean {
  return row.next_try_at === null || Date.parse(row.next_try_at) > atMs
}
