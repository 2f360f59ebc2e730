import { expect, test } from 'vitest'
import { addPerson, call, password, signIn } from '../support/accounts.ts'
import { eachDatabase } from '../support/databases.ts'
import { useServer } from '../support/use-server.ts'

const minuteMs = 60_000
const start = new Date('2026-03-01T00:00:00Z')

function count(codes: readonly number[], code: number): number {
  return codes.filter((one) => one === code).length
}

eachDatabase('guesses at a password', (suite) => {
  const server = useServer(suite, {
    start,
    eachTest: 24 * 60 * minuteMs,
    hasRateLimits: true,
    env: { TRUST_PROXY: '1' },
  })

  async function guess(login_name: string, address: string, login_pwd = 'not this one'): Promise<number> {
    const headers = { 'x-forwarded-for': address }
    return (await call(server, '/front/user/login', { login_name, login_pwd }, { headers })).body.code
  }

  test.each([
    ['an account', '198.51.100.7'],
    ['a name that no account has', '198.51.100.17'],
  ])(
    '100 at once at %s from one address: five are compared, the rest gets a time to come back [67]',
    async (whose, address) => {
      const login = whose === 'an account' ? await addPerson(server) : 'nobody-there'
      const codes = await Promise.all(Array.from({ length: 100 }, () => guess(login, address)))
      expect([count(codes, 401), count(codes, 429)]).toEqual([5, 95])
      expect(await guess(login, address, password)).toBe(429)
    },
  )

  test('the account by its other names, and the change of its password, count together', async () => {
    const id = await addPerson(server)
    const mobile = '+8613912349999'
    await server.db.kysely.updateTable('users').set({ mobile }).where('id', '=', id).execute()
    const headers = { 'x-forwarded-for': '198.51.100.8' }
    const token = await signIn(server, id, { headers })
    const body = { old_pwd: 'not this one', new_pwd: 'kestrel over reeds', repeat_pwd: 'kestrel over reeds' }
    const statuses: number[] = []
    for (let at = 0; at < 3; at += 1)
      statuses.push((await call(server, '/front/user/change-password', body, { token, headers })).status)
    expect(statuses).toEqual([422, 422, 422])
    expect(await guess(id, '198.51.100.8')).toBe(401)
    expect(await guess('139 1234 9999', '198.51.100.8')).toBe(401)
    expect(await guess(id.toUpperCase(), '198.51.100.8')).toBe(429)
    expect((await call(server, '/front/user/change-password', body, { token, headers })).status).toBe(429)
  })

  test('nobody is kept out by them: not elsewhere, not after a quarter of an hour, and not by a right one', async () => {
    const id = await addPerson(server)
    for (let at = 0; at < 4; at += 1) await guess(id, '198.51.100.9')
    expect(await guess(id, '198.51.100.9', password)).toBe(200)
    for (let at = 0; at < 5; at += 1) expect(await guess(id, '198.51.100.9')).toBe(401)
    expect(await guess(id, '198.51.100.9', password)).toBe(429)
    expect(await guess(id, '203.0.113.5', password)).toBe(200)
    server.nowMs += 15 * minuteMs
    expect(await guess(id, '198.51.100.9', password)).toBe(200)
  })

  test('from many addresses they come to an end too, and the person gets in from where they are known', async () => {
    const id = await addPerson(server)
    expect(await guess(id, '203.0.113.77', password)).toBe(200)
    const codes: number[] = []
    for (let batch = 0; batch < 130; batch += 26) {
      const addresses = Array.from({ length: 26 }, (_, at) => `2001:db8:0:${(batch + at).toString(16)}::1`)
      codes.push(...(await Promise.all(addresses.map((address) => guess(id, address)))))
    }
    expect([count(codes, 401), count(codes, 429)]).toEqual([100, 30])
    expect(await guess(id, '203.0.113.88', password)).toBe(429)
    expect(await guess(id, '203.0.113.77', password)).toBe(200)
  })

  test('addresses of one block are one, whatever a caller says of itself', async () => {
    const id = await addPerson(server)
    const codes: number[] = []
    for (let at = 0; at < 8; at += 1) codes.push(await guess(id, `198.51.100.${at}, 2001:db8:1:2::${at}`))
    expect([count(codes, 401), count(codes, 429)]).toEqual([5, 3])
  })

  test('and 120 sign-ins a minute come from one address, whatever is tried', async () => {
    const headers = { 'x-forwarded-for': '192.0.2.1' }
    const statuses: number[] = []
    // Bodies that are refused at once cost no password hash but count.
    for (let at = 0; at < 130; at += 1)
      statuses.push((await call(server, '/front/user/login', { login_name: `n${at}` }, { headers })).status)
    expect([count(statuses, 400), count(statuses, 429)]).toEqual([120, 10])
  })

  test('what is kept of them names neither account nor address', async () => {
    const id = await addPerson(server)
    await guess(id, '198.51.100.66')
    await guess(id, '198.51.100.66', password)
    const rows = [
      await server.db.kysely.selectFrom('rate_counts').selectAll().execute(),
      await server.db.kysely.selectFrom('known_places').selectAll().execute(),
    ]
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${id}\\b|198\\.51\\.100`))
    expect(rows[1]?.length).toBeGreaterThan(0)
  })
})
