import { beforeEach, expect, test } from 'vitest'
import { call, whyOf } from '../support/accounts.ts'
import { eachDatabase } from '../support/databases.ts'
import { fetchServed } from '../support/fetch-served.ts'
import type { TestServer } from '../support/server.ts'
import { useServer } from '../support/use-server.ts'

const start = new Date('2026-03-01T08:00:00Z')
const hourMs = 3_600_000

/** Texts an hour that one address may cause, and codes that it may try in ten minutes. */
const textsAnHour = 20
const triesInTenMinutes = 60

eachDatabase('limits of codes', (place) => {
  const server = useServer(place, { start, eachTest: 'starts again', hasRateLimits: true })
  const behind = (env: Record<string, string> = {}) => server.startAnother({ env })
  let numbers = 10_000_000

  beforeEach(async () => {
    // Another one has no counts in its memory.
    await server.restart()
    for (const table of ['rate_counts', 'sms_sends', 'sms_codes'] as const)
      await server.db.kysely.deleteFrom(table).execute()
  })

  /** Asks for a code to a number of its own. */
  async function send(
    { url }: Pick<TestServer, 'url'>,
    headers: Record<string, string> = {},
    path = '/api/module/sms/sendCode',
  ): Promise<number> {
    numbers += 1
    const answer = await fetchServed(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ mobile: `138${numbers}`, check: false }),
    })
    return answer.status
  }

  /** What came so far counts as so many. */
  async function countAsMany(counter: string, count: number): Promise<void> {
    const counts = server.db.kysely.updateTable('rate_counts').where('counter', '=', counter)
    const part = { startedMs: server.nowMs, lastMs: server.nowMs, count }
    await counts.set({ parts: JSON.stringify([part]) }).execute()
  }

  const sends = async (): Promise<number> =>
    (await server.db.kysely.selectFrom('sms_sends').select('id').execute()).length

  test('one address causes twenty texts an hour, whatever number, header and path it varies [80]', async () => {
    const lies = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'cf-connecting-ip', 'true-client-ip', 'via']
    const paths = ['', '?a=1', '?mobile=1', '#x'].map((end) => `/api/module/sms/sendCode${end}`)
    const statuses: number[] = []
    for (let call = 0; call < 30; call += 1) {
      const headers = { [lies[call % lies.length] ?? '']: `203.0.113.${call}`, 'user-agent': `agent ${call}` }
      statuses.push(await send(server, headers, paths[call % paths.length]))
    }
    expect(statuses).toEqual([...Array(textsAnHour).fill(200), ...Array(10).fill(429)])
    expect(await sends()).toBe(textsAnHour)
    server.nowMs += hourMs
    expect(await send(server)).toBe(200)
  })

  test('the hour slides: no more come around its end than within it [80]', async () => {
    server.nowMs = new Date('2026-03-01T08:59:00Z').getTime()
    for (let call = 0; call < textsAnHour; call += 1) expect(await send(server)).toBe(200)
    for (const minutes of [1, 1, 30, 27]) {
      server.nowMs += minutes * 60_000
      expect(await send(server)).toBe(429)
    }
    server.nowMs += 60_000
    expect(await send(server)).toBe(200)
  })

  test('a hundred calls at the same moment, at two servers on one database, cause no more', async () => {
    const pair = [server, await behind()] as const
    const statuses = await Promise.all(Array.from({ length: 100 }, (_, at) => send(pair[at % 2 ? 0 : 1])))
    expect(statuses.filter((status) => status === 200)).toHaveLength(textsAnHour)
    expect(await sends()).toBe(textsAnHour)
  })

  test('behind a proxy the address that the proxy saw counts, and of IPv6 the /64 [80]', async () => {
    const other = await behind({ TRUST_PROXY: '127.0.0.1' })
    const from = (address: string) => send(other, { 'x-forwarded-for': address })
    for (let call = 0; call < textsAnHour; call += 1)
      expect(await from(`192.0.2.${call}, 2001:db8:0:7:${call.toString(16)}::1`)).toBe(200)
    expect(await from('2001:db8:0:7:ffff::2')).toBe(429)
    expect(await from('2001:db8:0:8::1')).toBe(200)
    expect(await from('::ffff:198.51.100.7')).toBe(200)
  })

  test('the venue’s range has limits of its own, for all its addresses together', async () => {
    const other = await behind({ TRUST_PROXY: '127.0.0.1', VENUE_CIDR: '10.20.0.0/16' })
    const from = (address: string) => send(other, { 'x-forwarded-for': address })
    for (let call = 0; call < 2 * textsAnHour; call += 1) expect(await from('10.20.3.4')).toBe(200)
    expect(await from('::ffff:10.20.3.4')).toBe(200)
    await countAsMany(`text venue ${hourMs}`, 6000)
    expect(await from('10.20.99.1')).toBe(429)
    expect(await from('10.21.0.1')).toBe(200)
  })

  test('a flood from everywhere stops at the breaker, with a time to come back [80]', async () => {
    const other = await behind({ TRUST_PROXY: '127.0.0.1' })
    expect(await send(other, { 'x-forwarded-for': '192.0.2.1' })).toBe(200)
    await countAsMany(`text all ${hourMs}`, 10_000)
    expect(await send(other, { 'x-forwarded-for': '192.0.2.2' })).toBe(429)
    server.nowMs += hourMs
    expect(await send(other, { 'x-forwarded-for': '192.0.2.2' })).toBe(200)
  })

  test('both addresses of the sign-in by code share one limit, whatever number is tried [76]', async () => {
    const statuses: number[] = []
    for (let call = 0; call < triesInTenMinutes + 10; call += 1) {
      const path = call % 2 === 0 ? '/front/sms/login' : '/front/user/sms-login'
      const body = { mobile: `139${10_000_000 + call}`, captcha: '123456' }
      statuses.push((await server.post(path, body)).status)
    }
    expect(statuses).toEqual([...Array(triesInTenMinutes).fill(200), ...Array(10).fill(429)])
  })

  test('texts that a stranger elsewhere causes to a number keep its person from none', async () => {
    const other = await behind({ TRUST_PROXY: '127.0.0.1' })
    const ask = async (address: string) =>
      (
        await call(
          other,
          '/module/sms/sendCode',
          { mobile: '13810000009' },
          { headers: { 'x-forwarded-for': address } },
        )
      ).status
    const statuses: number[] = []
    for (let times = 0; times < 6; times += 1) {
      statuses.push(await ask('192.0.2.1'))
      server.nowMs += 60_000
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    for (const status of [200, 200, 200, 200, 200, 429]) {
      expect(await ask(status === 200 ? '192.0.2.2' : '192.0.2.3')).toBe(status)
      server.nowMs += 60_000
    }
  })

  test('texts go where the operator allows, and a number elsewhere is refused at its field', async () => {
    const other = await behind({ SMS_PREFIXES: '+86, +852' })
    const ask = (mobile: string) => call(other, '/module/sms/sendCode', { mobile })
    expect((await ask('+85251234567')).status).toBe(200)
    expect(whyOf(await ask('+447400123456'))).toBe('mobile:field.not_textable')
    expect(await sends()).toBe(1)
    expect((await call(server, '/module/sms/sendCode', { mobile: '+447400123456' })).status).toBe(200)
    // A satellite phone: a text costs some ten times more.
    expect((await call(server, '/module/sms/sendCode', { mobile: '+881612345678' })).status).not.toBe(200)
    // Jamaica, behind the prefix of the United States.
    expect(whyOf(await call(server, '/module/sms/sendCode', { mobile: '+1 876 555 1234' }))).toBe(
      'mobile:field.not_textable',
    )
    const jamaica = await behind({ SMS_PREFIXES: '+1876' })
    expect((await call(jamaica, '/module/sms/sendCode', { mobile: '001 8765551234' })).status).toBe(200)
  })

  test('a refused call leaves no count, code or message behind, and no address lies there in clear', async () => {
    for (let call = 0; call < textsAnHour; call += 1) await send(server)
    const before = await readRows()
    expect(await send(server)).toBe(429)
    expect(await readRows()).toEqual(before)
    expect(JSON.stringify(before)).not.toContain('127.0.0')
  })

  const readRows = () =>
    Promise.all(
      (['rate_counts', 'sms_codes', 'message_queue'] as const).map((table) =>
        server.db.kysely.selectFrom(table).selectAll().execute(),
      ),
    )
})
