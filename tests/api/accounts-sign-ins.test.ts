import { describe, expect, test } from 'vitest'
import type { SignInInfo } from '../../contract/api.ts'
import { addPerson, auditOf, call, isSignedIn, password, signIn, type Answer } from '../support/accounts.ts'
import { eachDatabase } from '../support/databases.ts'
import { useServer } from '../support/use-server.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const start = new Date('2026-03-01T00:00:00Z')
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1'

eachDatabase('sign-ins', (suite) => {
  const server = useServer(suite, { start, eachTest: 'starts again' })

  function keep(token: string): Promise<Answer> {
    return call(server, '/front/user/keep', {}, { token })
  }

  async function list(token: string): Promise<SignInInfo[]> {
    const { body } = await call(server, '/front/user/sign-ins', undefined, { token })
    return (body.data as { items: SignInInfo[] }).items
  }

  describe('kept on this device', () => {
    test('lasts 30 days unused and 60 in all', async () => {
      const id = await addPerson(server)
      const [idle, unused, busy] = [
        await signIn(server, id),
        await signIn(server, id),
        await signIn(server, id),
      ]
      await keep(unused)
      expect((await keep(idle)).body.data).toEqual({ expiresAt: '2026-04-30T00:00:00Z' })
      await keep(busy)
      for (let day = 1; day < 60; day += 1) {
        server.nowMs = start.getTime() + day * dayMs
        expect(await isSignedIn(server, busy)).toBe(true)
      }
      server.nowMs = start.getTime() + 30 * dayMs - 1000
      expect(await isSignedIn(server, unused)).toBe(true)
      server.nowMs = start.getTime() + 30 * dayMs
      expect(await isSignedIn(server, idle)).toBe(false)
      server.nowMs = start.getTime() + 60 * dayMs
      expect(await isSignedIn(server, busy)).toBe(false)
    })

    test('is decided right after signing in: five minutes later it is refused, and nothing changes', async () => {
      const token = await signIn(server, await addPerson(server))
      server.nowMs += 5 * minuteMs + 1000
      expect(await keep(token)).toMatchObject({ status: 403, body: { error: { key: 'sign_in.not_kept' } } })
      server.nowMs += 13 * 60 * minuteMs
      expect(await isSignedIn(server, token)).toBe(false)
    })

    test.each([{ role: 'organiser' }, { role: 'staff', grants: '["qa"]' }] as const)(
      'is nothing for %j, and ends when one becomes so',
      async (rank) => {
        const id = await addPerson(server, { role: 'staff' })
        const token = await signIn(server, id)
        await keep(token)
        await server.db.kysely.updateTable('users').set(rank).where('id', '=', id).execute()
        expect(await keep(await signIn(server, id))).toMatchObject({ status: 403 })
        expect(await isSignedIn(server, token)).toBe(true)
        server.nowMs += 12 * 60 * minuteMs
        expect(await isSignedIn(server, token)).toBe(false)
      },
    )
  })

  test('outlast a clock that is set back by an hour', async () => {
    const token = await signIn(server, await addPerson(server))
    server.nowMs -= 60 * minuteMs
    expect(await isSignedIn(server, token)).toBe(true)
  })

  test('are those of twenty devices: with one more the one used longest ago has ended', async () => {
    const id = await addPerson(server)
    const tokens: string[] = []
    for (let device = 0; device < 21; device += 1) {
      server.nowMs += minuteMs
      tokens.push(await signIn(server, id))
    }
    const alive = await Promise.all(tokens.map((token) => isSignedIn(server, token)))
    expect(alive).toEqual([false, ...Array<boolean>(20).fill(true)])
  })

  describe('a person sees their own', () => {
    test('with device and times, the one that asks marked, and nobody else’s', async () => {
      await signIn(server, await addPerson(server))
      const id = await addPerson(server)
      const phone = await signIn(server, id, { headers: { 'user-agent': iPhone } })
      server.nowMs += minuteMs
      const laptop = await signIn(server, id, { headers: { 'user-agent': 'curl/8.5.0' } })
      server.nowMs += minuteMs
      const items = await list(phone)
      expect(items).toEqual([
        {
          id: expect.any(String) as string,
          device: 'Safari · iPhone',
          createdAt: '2026-03-01T00:00:00Z',
          lastUsedAt: '2026-03-01T00:02:00Z',
          expiresAt: '2026-03-08T00:00:00Z',
          isKept: false,
          isThis: true,
        },
        expect.objectContaining({ device: '', createdAt: '2026-03-01T00:01:00Z', isThis: false }),
      ])
      expect(JSON.stringify(items)).not.toContain(phone)
      expect((await list(laptop)).filter(({ isThis }) => isThis)).toHaveLength(1)
    })

    test('and ends one of them; another person’s is not found', async () => {
      const id = await addPerson(server)
      const [phone, laptop] = [await signIn(server, id), await signIn(server, id)]
      const stranger = await signIn(server, await addPerson(server))
      const other = (await list(phone)).find(({ isThis }) => !isThis)
      const end = (token: string) => call(server, '/front/user/sign-ins/end', { id: other?.id }, { token })
      expect((await end(stranger)).status).toBe(404)
      expect(await isSignedIn(server, laptop)).toBe(true)
      expect((await end(phone)).status).toBe(200)
      expect([await isSignedIn(server, phone), await isSignedIn(server, laptop)]).toEqual([true, false])
      expect((await end(phone)).status).toBe(404)
    })

    test('and ends all of them at once, which is written down', async () => {
      const id = await addPerson(server)
      const tokens = [await signIn(server, id), await signIn(server, id), await signIn(server, id)]
      const [first = ''] = tokens
      expect((await call(server, '/front/user/logout-everywhere', {}, { token: first })).status).toBe(200)
      for (const token of tokens) expect(await isSignedIn(server, token)).toBe(false)
      expect(await auditOf(server, id)).toEqual(['sign_in', 'sign_in', 'sign_in', 'sign_out.everywhere'])
    })
  })

  test('sign-in by mobile however it is typed, and by e-mail', async () => {
    const id = await addPerson(server)
    await server.db.kysely
      .updateTable('users')
      .set({ mobile: '+8613912345067', email: 'zhang@solar.example' })
      .where('id', '=', id)
      .execute()
    const names = ['13912345067', '+86 139 1234 5067', '1391234５067', 'ZHANG@solar.example']
    for (const name of names) {
      const { body } = await call(server, '/front/user/login', { login_name: name, login_pwd: password })
      expect([name, body.code]).toEqual([name, 200])
    }
  })
})
