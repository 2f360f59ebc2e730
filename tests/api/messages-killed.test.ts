import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import type { Database } from '../../server/db/client.ts'
import { migrate } from '../../server/db/migrate.ts'
import { openSecrets } from '#server/secrets/secrets.ts'
import type { OutgoingMessage } from '../../server/messages/outgoing.ts'
import { compiled } from '../support/compiled.ts'
import { bothDatabases, eachDatabase, type DataPlace } from '../support/databases.ts'
import { startForum } from '../support/forum-process.ts'
import { startMailServer, type MailServer } from '../support/mail-server.ts'
import { entrust } from '../support/messages.ts'
import { until } from '../support/outgoing.ts'
import { twoSizes } from '../support/sizes.ts'

const script = fileURLToPath(new URL('../support/message-worker.ts', import.meta.url))

/** How many mails wait, and at which numbers of arrived mails the workers are killed. */
interface Flood {
  people: number
  mailsEach: number
  killsAt: readonly number[]
}
/** On PostgreSQL workers lock rows against each other; on SQLite only one writes at a time. */
const small: Record<Database['dialect'], Flood> = {
  sqlite: { people: 20, mailsEach: 10, killsAt: [40, 100] },
  postgres: { people: 50, mailsEach: 20, killsAt: [200, 500] },
}
const large: Flood = { people: 250, mailsEach: 40, killsAt: [1000, 3000, 5000] }
/** Mails that a worker has on their way at the same moment. */
const atOnce = 5
/** A killed worker's mails are taken over after its lease; the next worker's clock is past it. */
const leaseMs = 180_000

const children: ChildProcess[] = []

afterAll(() => children.forEach((child) => child.kill('SIGKILL')))

function startProcess(place: DataPlace, smtp: MailServer, aheadMs: number): ChildProcess {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script], {
    stdio: 'inherit',
    env: {
      ...compiled,
      DATA_DIR: place.dataDir,
      ...(place.databaseUrl !== undefined && { DATABASE_URL: place.databaseUrl }),
      MAIL_URL: `smtp://127.0.0.1:${smtp.port}`,
      AHEAD_MS: String(aheadMs),
    },
  })
  children.push(child)
  return child
}

/** Half of the people read Chinese. Each person's mails are numbered. */
function mailTo(person: number, number: number): OutgoingMessage {
  return {
    channel: 'mail',
    to: `person${person}@forum.example`,
    template: 'code',
    params: { code: String(number).padStart(4, '0'), minutes: 5 },
    locale: person % 2 === 0 ? 'zh-CN' : 'en',
    now: new Date(),
  }
}

bothDatabases('waiting mails', (place, dialect) => {
  for (const {
    size: { people, mailsEach, killsAt },
    mark,
  } of twoSizes(small[dialect], large, 'sends 10,000 mails'))
    test(
      `arrive once each, in order and in the person’s language, although workers are killed: ${people * mailsEach}`,
      { ...mark, timeout: 1_200_000 },
      async () => {
        const db = await place.open()
        await migrate(db)
        const secrets = await openSecrets(`${place.place.dataDir}/secrets.json`)
        for (let number = 0; number < mailsEach; number += 1)
          await entrust(
            db,
            secrets,
            Array.from({ length: people }, (_, person) => mailTo(person, number)),
          )
        const smtp = await startMailServer()
        const kills = await sendWithKills(db, { place: place.place, smtp, killsAt })
        await smtp.goDown()

        const total = people * mailsEach
        // A mail that came twice counts where it came first.
        const first = new Map(smtp.arrived.toReversed().map((mail) => [mail.messageId, mail]))
        expect(first.size).toBe(total)
        // Whether a mail that was on its way had been taken is not known: it comes again under the same Message-ID.
        expect(smtp.arrived.length - total).toBeLessThanOrEqual(kills * atOnce)
        const inOrder = smtp.arrived.filter((mail) => first.get(mail.messageId) === mail)
        const byPerson = Map.groupBy(inOrder, ({ to }) => to)
        expect(byPerson.size).toBe(people)
        for (const [to, mails] of byPerson) {
          const locale = Number(/\d+/.exec(to)?.[0]) % 2 === 0 ? 'zh-CN' : 'en'
          const numbers = mails.map(({ text }) => Number(/\d{4}/.exec(text)?.[0]))
          expect(numbers).toEqual(Array.from({ length: mailsEach }, (_, number) => number))
          expect(new Set(mails.map(({ language }) => language))).toEqual(new Set([locale]))
          expect(mails[0]?.text).toContain(locale === 'en' ? 'is your code' : '验证码')
        }
      },
    )
})

/**
 * Two workers, whose clocks agree, are killed in the middle of their work, again and again; the next two come after the
 * leases. None is left: it would take the mails of the next test to a server that is down.
 * @returns how many were killed in their work
 */
async function sendWithKills(
  db: Database,
  { place, smtp, killsAt }: { place: DataPlace; smtp: MailServer; killsAt: readonly number[] },
): Promise<number> {
  let kills = 0
  for (const arrived of killsAt) {
    const pair = [0, 1].map(() => startProcess(place, smtp, kills * leaseMs))
    await until(async () => smtp.arrived.length >= arrived, `${arrived} mails`, 600_000)
    for (const child of pair) await kill(child)
    kills += pair.length
  }
  const last = startProcess(place, smtp, kills * leaseMs)
  const waiting = db.kysely.selectFrom('message_queue').select('seq').limit(1)
  await until(async () => (await waiting.execute()).length === 0, 'nothing waits', 900_000)
  await kill(last)
  return kills
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

eachDatabase('a server that is told to end while a provider of texts hangs', (place) => {
  test('ends well, and the text goes out after the next start', { timeout: 120_000 }, async () => {
    const keys: string[] = []
    let isHanging = true
    const provider = createServer((request, response: ServerResponse) => {
      keys.push(String(request.headers['idempotency-key']))
      request.resume()
      if (!isHanging) response.end('{}')
    })
    provider.listen(0, '127.0.0.1')
    await once(provider, 'listening')
    const env = {
      SMS_DRIVER: 'http',
      SMS_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}/`,
      SMS_TOKEN: 'token',
      SAMPLE_DATA: 'off',
      ...(place.place.databaseUrl !== undefined && { DATABASE_URL: place.place.databaseUrl }),
    }
    const { dataDir } = place.place

    const first = await startForum({ dataDir, env })
    const response = await fetch(`${first.url}/api/module/sms/sendCode`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ mobile: '13812345678' }),
    })
    expect(response.status).toBe(200)
    await until(async () => keys.length === 1, 'a text on its way')
    const exit = once(first.process, 'exit')
    await first.stop({ keepData: true })
    expect(await exit).toEqual([0, null])

    isHanging = false
    const second = await startForum({ dataDir, env })
    await until(async () => keys.length === 2, 'the text sent again')
    await second.stop({ keepData: true })
    expect(new Set(keys).size).toBe(1)
    expect(first.output() + second.output()).not.toContain('13812345678')
    provider.closeAllConnections()
    provider.close()
  })
})
