import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { SendCodeData } from '#contract/api.ts'
import type { Database } from '#server/db/client.ts'
import { unsealPayload } from '#server/messages/outgoing.ts'
import { openSecrets } from '#server/secrets/secrets.ts'
import { nextCode, readTexts, until } from '../support/outgoing.ts'
import { startServer } from '../support/server.ts'
import { openTables, useServer } from '../support/use-server.ts'
import { addPerson, call, type Answer } from '../support/accounts.ts'
import { eachDatabase } from '../support/databases.ts'

const start = new Date('2026-03-01T08:00:00Z')
const minuteMs = 60_000
const hourMs = 60 * minuteMs

const challengeOf = ({ body: { data } }: Answer): string => (data as SendCodeData).challenge

function otherThan(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0')
}

function refused({ status, body }: Answer): boolean {
  return status === 200 && body.code === 401 && body.error?.key === 'sign_in.code_refused'
}

eachDatabase('codes', (suite) => {
  const server = useServer(suite, { start, eachTest: 'starts again', hasMessages: true })
  let numbers = 10_000_000
  const nextMobile = (): string => `+86138${(numbers += 1)}`

  const send = (mobile: unknown, more: object = {}): Promise<Answer> =>
    call(server, '/module/sms/sendCode', { mobile, check: false, ...more })

  const signIn = (
    mobile: unknown,
    captcha: string,
    path = '/front/sms/login',
    challenge?: string,
  ): Promise<Answer> => call(server, path, { mobile, captcha, ...(challenge !== undefined && { challenge }) })

  const currentOf = async ({ body: { data } }: Answer): Promise<unknown> =>
    (await call(server, '/front/user/current', undefined, data as { token: string })).body.data

  async function sendCode(mobile: string, known: readonly string[] = []): Promise<string> {
    const { status } = await send(mobile)
    if (status !== 200) throw new Error(`a code was refused with ${status}`)
    return nextCode(server.dataDir, mobile, known)
  }

  const textsTo = async (mobile: string): Promise<number> =>
    (await readTexts(server.dataDir)).filter(({ to }) => to === mobile).length

  /** Waits until nothing is on its way, so that the clock may jump: a text that is too late then does not count. */
  async function allSent(): Promise<void> {
    const waiting = server.db.kysely.selectFrom('message_queue').select('seq').where('parked_at', 'is', null)
    await until(async () => (await waiting.execute()).length === 0, 'the end of what is sent')
  }

  test('a code is six digits in a text of the person’s language, and its file is what operators rely on [77]', async () => {
    const mobile = nextMobile()
    const headers = { 'accept-language': 'en-GB' }
    await call(server, '/module/sms/sendCode', { mobile, check: false }, { headers })
    const code = await nextCode(server.dataDir, mobile)
    const [text] = (await readTexts(server.dataDir)).filter(({ to }) => to === mobile)
    expect(code).toMatch(/^\d{6}$/)
    expect(text).toEqual({
      to: mobile,
      purpose: 'sign_in',
      code,
      text: `${code} is your code for the forum. It is good for 5 minutes. Give it to nobody, us included.`,
      at: '2026-03-01T08:00:00Z',
    })
  })

  test.each(['/front/sms/login', '/front/user/sms-login'])('%s signs in by it, once [74]', async (path) => {
    const mobile = nextMobile()
    const code = await sendCode(mobile)
    // However number and code are typed.
    const wide = Array.from(code, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)).join('')
    const answer = await signIn(` ${mobile.slice(1)}`, ` ${wide} `, path)
    expect(answer).toMatchObject({ status: 200, body: { code: 200, data: { token: /./ } } })
    const name = expect.stringMatching(/^138\*{4}\d{4}$/) as string
    expect(await currentOf(answer)).toMatchObject({ role: 'applicant', name })
    expect(refused(await signIn(mobile, code, path))).toBe(true)
  })

  test('a wrong code, a late one and a number that got none are refused alike; one holds until its last second [80]', async () => {
    const mobile = nextMobile()
    const code = await sendCode(mobile)
    const wrong = await signIn(mobile, otherThan(code))
    const none = await signIn(nextMobile(), code)
    const other = nextMobile()
    const inTime = await sendCode(other)
    server.nowMs += 5 * minuteMs - 1000
    expect((await signIn(other, inTime)).body.code).toBe(200)
    server.nowMs += 1000
    const late = await signIn(mobile, code)
    for (const answer of [wrong, none, late]) {
      expect(refused(answer)).toBe(true)
      expect({ ...answer.body, requestId: '' }).toEqual({ ...wrong.body, requestId: '' })
    }
  })

  test('a code is good for its purpose only', async () => {
    const mobile = nextMobile()
    await send(mobile, { purpose: 'password' })
    expect(refused(await signIn(mobile, await nextCode(server.dataDir, mobile)))).toBe(true)
  })

  test('three calls within a minute send one text and answer alike; the fourth after it sends another, and the first code is over [78]', async () => {
    const mobile = nextMobile()
    const answers = [
      await send(mobile),
      await send(`86${mobile.slice(3)}`),
      await send(mobile.slice(3), { check: true }),
    ]
    for (const { body } of answers) (body.data as SendCodeData).challenge = ''
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    const first = await nextCode(server.dataDir, mobile)
    expect(await textsTo(mobile)).toBe(1)
    server.nowMs += minuteMs
    const second = await sendCode(mobile, [first])
    expect(refused(await signIn(mobile, first))).toBe(true)
    expect((await signIn(mobile, second)).body.code).toBe(200)
  })

  test('a stranger who asks for codes and tries some neither uses up a person’s code nor keeps texts from them', async () => {
    const mobile = nextMobile()
    const own = challengeOf(await send(mobile))
    const code = await nextCode(server.dataDir, mobile)
    const shared = challengeOf(await send(mobile))
    server.nowMs += minuteMs
    const strange = challengeOf(await send(mobile))
    for (const challenge of [undefined, 'none', shared, strange])
      for (let tries = 0; tries < 6; tries += 1)
        expect(refused(await signIn(mobile, otherThan(code), '/front/sms/login', challenge))).toBe(true)
    expect(refused(await signIn(mobile, code, '/front/sms/login', shared))).toBe(true)
    expect(refused(await signIn(nextMobile(), code, '/front/sms/login', own))).toBe(true)
    expect((await signIn(mobile, code, '/front/sms/login', own)).body.code).toBe(200)
    // The stranger's text is no second way in.
    const last = await nextCode(server.dataDir, mobile, [code])
    expect(refused(await signIn(mobile, last, '/front/sms/login', strange))).toBe(true)
  })

  test('a challenge takes five tries', async () => {
    const mobile = nextMobile()
    const { challenge } = (await send(mobile)).body.data as SendCodeData
    const code = await nextCode(server.dataDir, mobile)
    for (let tries = 0; tries < 5; tries += 1)
      await signIn(mobile, otherThan(code), '/front/sms/login', challenge)
    expect(refused(await signIn(mobile, code, '/front/sms/login', challenge))).toBe(true)
  })

  test('of many calls for a number at the same moment one sends a text [79]', async () => {
    const mobile = nextMobile()
    const answers = await Promise.all(Array.from({ length: 30 }, () => send(mobile)))
    expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200))
    await allSent()
    expect(await textsTo(mobile)).toBe(1)
  })

  test('a number gets five texts an hour and ten a day, however it is written [80]', async () => {
    const mobile = nextMobile()
    const statuses: number[] = []
    const waits: (string | null)[] = []
    const spellings = [mobile, mobile.slice(1), `00${mobile.slice(1)}`, ` ${mobile.slice(3)} `]
    for (let minute = 0; minute < 25 * 60; minute += 10) {
      server.nowMs = start.getTime() + minute * minuteMs
      const spelled = spellings[(minute / 10) % spellings.length]
      const { status, headers } = await server.post('/module/sms/sendCode', { mobile: spelled })
      await allSent()
      statuses.push(status)
      waits.push(headers.get('retry-after'))
    }
    // Told when to come back: an hour after the first.
    expect(waits[5]).toBe(String(10 * 60))
    expect(statuses.slice(0, 6)).toEqual([200, 200, 200, 200, 200, 429])
    expect(statuses.slice(0, 144).filter((status) => status === 200)).toHaveLength(10)
    expect(statuses.slice(144)).toContain(200)
  })

  test('a clock that is set back does not keep a number from its text', async () => {
    const mobile = nextMobile()
    const first = await sendCode(mobile)
    server.nowMs -= 3 * hourMs
    expect(await sendCode(mobile, [first])).toMatch(/^\d{6}$/)
  })

  test('a blocked account’s right code is refused like a wrong one', async () => {
    const mobile = nextMobile()
    const first = await sendCode(mobile)
    expect((await signIn(mobile, first)).body.code).toBe(200)
    await server.db.kysely
      .updateTable('users')
      .set({ blocked_at: start.toISOString() })
      .where('mobile', '=', mobile)
      .execute()
    server.nowMs += minuteMs
    const code = await sendCode(mobile, [first])
    expect(refused(await signIn(mobile, code))).toBe(true)
  })

  test('an account that an operator made with the number as its login is the person’s', async () => {
    const mobile = nextMobile()
    await addPerson(server, { id: `op ${mobile}`, loginName: mobile })
    const answer = await signIn(mobile, await sendCode(mobile))
    expect(await currentOf(answer)).toMatchObject({ id: `op ${mobile}`, role: 'participant' })
  })

  test.each([
    ['no number', '', 400],
    ['a fixed line', '021 6123 4567', 422],
    ['two numbers', '13812345678,13912345678', 422],
    ['an object', { $gt: '' }, 400],
  ])('%s is refused [T30]', async (_what, mobile, status) => {
    expect((await send(mobile)).status).toBe(status)
    expect((await signIn(mobile, '123456')).status).toBe(status)
  })

  test.each([{ check: 'true' }, { purpose: 'registration' }, { code: '000000' }])(
    'a call with %j is refused',
    async (more) => {
      expect((await send(nextMobile(), more)).status).toBe(400)
    },
  )

  test('neither number nor code lies in the database, and the file of a code goes when the code is over', async () => {
    const [used, late, left] = [nextMobile(), nextMobile(), nextMobile()]
    const codes = [await sendCode(used), await sendCode(late), await sendCode(left)]
    const tables = ['sms_codes', 'sms_sends', 'message_queue', 'rate_counts', 'outgoing_messages']
    const rows = await Promise.all(
      tables.map((table) =>
        server.db.kysely
          .selectFrom(table as 'users')
          .selectAll()
          .execute(),
      ),
    )
    for (const secret of [...codes, used, late, left, used.slice(3)])
      expect(JSON.stringify(rows)).not.toContain(secret)
    await signIn(used, codes[0] ?? '')
    await until(async () => (await textsTo(used)) === 0, 'the file of a used code gone')
    expect(await textsTo(late)).toBe(1)
    server.nowMs += 5 * minuteMs
    await until(async () => (await textsTo(late)) + (await textsTo(left)) === 0, 'late files gone')
  })
})

eachDatabase('guessing codes', (place) => {
  test('of 200 guesses at the same moment, at two servers, five are compared, and then the right code is refused [80]', async () => {
    const db = await openTables(place)
    const { dataDir } = place.place
    // Nothing is sent and nothing swept here: what the guesses leave behind stays to be seen.
    const servers = [
      await startServer({ db, dataDir }),
      await startServer({ db: await place.open(), dataDir }),
    ] as const
    const [mobile, other] = ['+8613800000001', '+8613800000002']
    for (const number of [mobile, other])
      expect((await servers[0].post('/module/sms/sendCode', { mobile: number })).status).toBe(200)
    const [code = '', otherCode = ''] = await readWaitingCodes(db, dataDir)
    const guesses = Array.from({ length: 200 }, (_, guess) => ({
      mobile,
      captcha: String((Number(code) + 1 + guess) % 1_000_000).padStart(6, '0'),
    }))
    const answers = await Promise.all(
      guesses.map((body, guess) => servers[guess % 2 === 0 ? 0 : 1].post('/front/sms/login', body)),
    )
    // Where no connection was free it is 503.
    for (const answer of answers) expect(await answer.json()).not.toMatchObject({ code: 200 })
    const tries = await db.kysely.selectFrom('sms_codes').select('tries').orderBy('tries').execute()
    expect(tries).toEqual([{ tries: 0 }, { tries: 5 }])
    const signIn = async (number: string, captcha: string): Promise<unknown> =>
      (await servers[0].post('/front/sms/login', { mobile: number, captcha })).json()
    expect(await signIn(mobile, code)).toMatchObject({ code: 401 })
    expect(await signIn(other, otherCode)).toMatchObject({ code: 200 })
    await Promise.all(servers.map((server) => server.close()))
  })
})

/** The codes of texts that wait, in their order: only who has the keys can read them. */
async function readWaitingCodes(db: Database, dataDir: string): Promise<string[]> {
  const secrets = await openSecrets(join(dataDir, 'secrets.json'))
  const rows = await db.kysely
    .selectFrom('message_queue')
    .select(['message_id', 'payload'])
    .orderBy('seq')
    .execute()
  return rows.map((row) => String(unsealPayload(secrets, row.message_id, row.payload).params['code']))
}
