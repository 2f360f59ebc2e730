import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { paths } from '../../contract/api.ts'
import type { ModuleSummary } from '../../contract/module-summary.ts'
import type { OutgoingMessage } from '../../server/messages/outgoing.ts'
import { auditOf } from '../support/accounts.ts'
import { addSignedIn, itemsIn, refusedFields, rowIn, type Person } from '../support/console-person.ts'
import { eachDatabase } from '../support/databases.ts'
import { startMailServer, type MailServer } from '../support/mail-server.ts'
import { are, entrust, rowsOf, startWorker, stepUnless, type Worker } from '../support/messages.ts'
import { until } from '../support/outgoing.ts'
import { en, zh } from '../support/texts.ts'
import { useServer } from '../support/use-server.ts'

const start = new Date('2026-03-01T08:00:00Z')
const minuteMs = 60_000

eachDatabase('mails', (place) => {
  let smtp: MailServer
  let worker: Worker
  const server = useServer(place, { start, eachTest: 'starts again' })

  beforeAll(async () => {
    smtp = await startMailServer()
  })
  afterAll(() => smtp.goDown())

  const another = (): Promise<Worker> => {
    const { db, dataDir, now } = server
    return startWorker({ db, dataDir, now, env: { MAIL_URL: `smtp://127.0.0.1:${smtp.port}` } })
  }

  beforeEach(async () => {
    smtp.conduct = () => 'take'
    smtp.arrived.length = 0
    await server.db.kysely.deleteFrom('message_queue').execute()
    worker = await another()
  })
  afterEach(() => worker.messages.stop())

  const mail = (to: string, more: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
    channel: 'mail',
    to,
    template: 'password_changed',
    locale: 'en',
    now: server.now(),
    ...more,
  })

  /** Entrusts and lets the worker look. */
  async function send(...messages: OutgoingMessage[]): Promise<string[]> {
    const ids = await entrust(server.db, worker.secrets, messages)
    worker.messages.wake()
    return ids
  }

  /** Lets time pass, a step whenever nothing is on its way, until these messages are in a state. */
  const untilInTime = (ids: readonly string[], state: string): Promise<unknown> =>
    until(() => stepUnless(server.db, worker, ids, state, server, minuteMs), `all ${state}`)

  test('go to the person in their language, say who sends them, and are forgotten then', async () => {
    const ids = await send(
      mail('li@forum.example', { locale: 'zh-CN' }),
      mail('kim@forum.example', { locale: 'en' }),
    )
    await until(() => are(server.db, ids, 'sent'), 'both mails sent')
    const arrived = smtp.arrived.toSorted((a, b) => a.to.localeCompare(b.to))
    expect(arrived).toMatchObject([
      { to: 'kim@forum.example', subject: en('messages:password_changed.subject'), language: 'en' },
      { to: 'li@forum.example', subject: zh('messages:password_changed.subject'), language: 'zh-CN' },
    ])
    expect(arrived[1]?.text).toContain('2026-03-01 16:00 (Asia/Shanghai)')
    expect(arrived.map(({ from }) => from)).toEqual(Array(2).fill('no-reply@forum.example'))
    expect(await server.db.kysely.selectFrom('message_queue').selectAll().execute()).toEqual([])
  })

  test('do not go out when the transaction that tells of them fails', async () => {
    await server.db
      .transaction(async (trx) => {
        await entrust({ ...server.db, transaction: (run) => run(trx) }, worker.secrets, [
          mail('no@forum.example'),
        ])
        throw new Error('the password was not changed')
      })
      .catch(() => {})
    const ids = await send(mail('yes@forum.example'))
    await until(() => are(server.db, ids, 'sent'), 'the other mail sent')
    expect(smtp.arrived.map(({ to }) => to)).toEqual(['yes@forum.example'])
  })

  test('wait while the mail server is down, and go out once each, in order, when it is back', async () => {
    await smtp.goDown()
    const ids = await send(
      ...[1, 2, 3].map((code) => mail('a@forum.example', { template: 'code', params: { code, minutes: 5 } })),
      mail('b@forum.example'),
    )
    await until(
      async () => (await rowsOf(server.db, ids)).some(({ problem }) => problem !== null),
      'a failed try',
    )
    expect((await rowsOf(server.db, ids)).map(({ state }) => state)).toEqual(Array(4).fill('waiting'))
    await smtp.comeUp()
    await untilInTime(ids, 'sent')
    expect(
      smtp.arrived.filter(({ to }) => to === 'a@forum.example').map((one) => one.text.slice(0, 1)),
    ).toEqual(['1', '2', '3'])
    expect(new Set(smtp.arrived.map(({ messageId }) => messageId)).size).toBe(4)
    expect(smtp.arrived).toHaveLength(4)
  })

  test('that the server wants later are tried again, and parked after eight tries and 24 hours', async () => {
    smtp.conduct = () => 'later'
    const ids = await send(mail('full@forum.example'))
    const isTried = async (tries: number) => {
      const [row] = await rowsOf(server.db, ids)
      const isPlanned = !row?.next_try_at || Date.parse(row.next_try_at) > server.nowMs
      return row?.tries === tries && row.problem === 'SMTP 451' && isPlanned && row
    }
    for (let tries = 1; tries <= 8; tries += 1) {
      const { next_try_at: next } = await until(() => isTried(tries), `try ${tries}`)
      if (next) server.nowMs = Date.parse(next)
      worker.messages.wake()
    }
    expect(await are(server.db, ids, 'parked')).toBe(true)
    expect(server.nowMs - start.getTime()).toBe(24 * 60 * minuteMs)
    const kept = await server.db.kysely.selectFrom('message_queue').selectAll().execute()
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
    await until(() => are(server.db, ids.slice(2), 'sent'), 'the mail to the other person sent')
    await until(async () => (await rowsOf(server.db, ids))[0]?.problem === 'SMTP 451', 'the first refused')
    expect((await rowsOf(server.db, ids)).map(({ tries }) => tries)).toEqual([1, 0, 1])
    smtp.conduct = () => 'take'
    await untilInTime(ids, 'sent')
  })

  test('to an address that there is not are parked at once, hold nobody up, and no log names it', async () => {
    smtp.conduct = (to) => (to === 'gone@forum.example' ? 'never' : 'take')
    const ids = await send(mail('gone@forum.example'), mail('here@forum.example'))
    await until(() => are(server.db, ids.slice(0, 1), 'parked'), 'parked')
    await until(() => are(server.db, ids.slice(1), 'sent'), 'sent')
    expect((await rowsOf(server.db, ids))[0]).toMatchObject({
      recipient: 'g***@forum.example',
      tries: 1,
      problem: 'SMTP 550',
      next_try_at: null,
    })
    expect(worker.log.join('\n')).not.toContain('gone@')
    expect(worker.log.join('\n')).toContain(ids[0])
  })

  test('that were taken on a line that broke are sent again under the same Message-ID', async () => {
    smtp.conduct = () => 'take and drop'
    const ids = await send(mail('twice@forum.example'))
    await until(async () => (await rowsOf(server.db, ids))[0]?.problem ?? undefined, 'the line broken')
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
    await until(() => are(server.db, ids, 'sent'), 'all sent')
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
      server.db,
      worker.secrets,
      Array.from({ length: 30 }, (_, person) => mail(`q${person}@forum.example`)),
    )
    dying.messages.wake()
    await until(async () => (await rowsOf(server.db, ids)).some(({ tries }) => tries > 0), 'one on its way')
    await dying.messages.stop()
    smtp.conduct = () => 'take'
    worker.messages.wake()
    await until(() => are(server.db, ids, 'sent'), 'all sent')
    expect(smtp.arrived).toHaveLength(30)
  })

  test('that nobody can read any more are parked', async () => {
    const ids = await entrust(server.db, worker.secrets, [mail('x@forum.example'), mail('y@forum.example')])
    await server.db.kysely
      .updateTable('message_queue')
      .set({ payload: '1.AAAA' })
      .where('message_id', '=', ids[0] ?? '')
      .execute()
    worker.messages.wake()
    await until(() => are(server.db, ids.slice(0, 1), 'parked'), 'parked')
    await until(() => are(server.db, ids.slice(1), 'sent'), 'the other sent')
    expect(smtp.arrived.map(({ to }) => to)).toEqual(['y@forum.example'])
  })

  describe('that are parked', () => {
    test('are sent again from the first try on, when an administrator says so, and once [S1]', async () => {
      smtp.conduct = (to) => (to === 'mended@forum.example' ? 'never' : 'take')
      const ids = await send(mail('mended@forum.example'))
      const [id = ''] = ids
      await until(() => are(server.db, ids, 'parked'), 'parked')
      const later = await send(
        mail('mended@forum.example', {
          template: 'question_answered',
          params: { question: 'a', answer: 'b' },
        }),
      )
      await until(() => are(server.db, later, 'parked'), 'the later one parked too: it waited for nobody')
      smtp.conduct = () => 'take'
      const admin = await addSignedIn(server, { role: 'organiser', isAdministrator: true })
      const organiser = await addSignedIn(server, { role: 'organiser' })
      const retry = (person: Person) => person.post(paths.action('outgoing_messages', 'retry'), { id })
      expect((await retry(organiser)).status).toBe(404)
      const row = rowIn(await admin.get(paths.detail('outgoing_messages', id), { with: 'permissions' }))
      expect(row['permissions']).toMatchObject({ update: false, delete: false, actions: ['retry'] })
      expect(rowIn(await retry(admin))).toMatchObject({ state: 'waiting', tries: 0 })
      worker.messages.wake()
      await until(() => are(server.db, ids, 'sent'), 'sent')
      expect(smtp.arrived.map(({ to }) => to)).toEqual(['mended@forum.example'])
      expect((await retry(admin)).body.error?.key).toBe('action.state')
      expect(await auditOf(server, id)).toEqual(['retry'])
      // What was done with it goes with its row.
      const revisions = () =>
        server.db.kysely.selectFrom('row_revisions').select('deed').where('row_id', '=', id)
      expect(await revisions().execute()).toEqual([{ deed: 'retry' }])
      server.nowMs += 31 * 24 * 60 * minuteMs
      worker.messages.wake()
      await until(async () => (await rowsOf(server.db, ids)).length === 0, 'the row gone')
      await until(async () => (await revisions().execute()).length === 0, 'its history gone')
    })

    test('wait for nobody when they were codes: nothing of them is kept', async () => {
      smtp.conduct = () => 'never'
      const expiresAt = new Date(server.nowMs + 5 * minuteMs)
      const params = { code: 123_456, minutes: 5 }
      const codes = await send(mail('code@forum.example', { template: 'code', params, expiresAt }))
      const kept = await send(mail('kept@forum.example'))
      await until(() => are(server.db, [...codes, ...kept], 'parked'), 'parked')
      const admin = await addSignedIn(server, { role: 'organiser', isAdministrator: true })
      const actionsOf = async ([id = '']: string[]) => {
        const row = rowIn(await admin.get(paths.detail('outgoing_messages', id), { with: 'permissions' }))
        return (row['permissions'] as { actions: string[] }).actions
      }
      expect([await actionsOf(codes), await actionsOf(kept)]).toEqual([[], ['retry']])
      const entries = (await admin.get(paths.modules, { with: 'waiting' })).body.data as ModuleSummary[]
      const [waiting] = entries.find(({ name }) => name === 'outgoing_messages')?.waiting ?? []
      const fq = JSON.stringify(waiting?.filters)
      const listed = itemsIn(await admin.get(paths.list('outgoing_messages'), { fq, size: '100' }))
      expect(listed).toHaveLength(waiting?.count ?? 0)
      const isListed = ([wanted]: string[]) => listed.some(({ id }) => id === wanted)
      expect([isListed(codes), isListed(kept)]).toEqual([false, true])
      // Nothing is promised of what is lost.
      await server.db.kysely.deleteFrom('message_queue').execute()
      const refused = await admin.post(paths.action('outgoing_messages', 'retry'), { id: kept[0] })
      expect(refusedFields(refused)).toEqual(['state message.gone'])
    })
  })
})
