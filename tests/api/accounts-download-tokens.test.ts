import { expect, test } from 'vitest'
import { blockUser, setRole } from '../../server/accounts/user-state.ts'
import { storeFile } from '../../server/files/store-file.ts'
import { addPerson, call, signIn } from '../support/accounts.ts'
import { eachDatabase } from '../support/databases.ts'
import { useServer } from '../support/use-server.ts'
import { fetchServed } from '../support/fetch-served.ts'

const secondMs = 1000
const bytes = Buffer.from('%PDF-1.7 for organisers only')

eachDatabase('tokens for one download', (suite) => {
  const server = useServer(suite, {
    start: '2026-03-01T00:00:00Z',
    eachTest: 3600 * secondMs,
    env: { LOG_LEVEL: 'info' },
  })

  /** An organiser who is signed in, with a file that nobody else may have. */
  async function organiser(): Promise<{ id: string; token: string; no: string }> {
    const id = await addPerson(server, { role: 'organiser' })
    const storage = server.storage
    const file = { name: '名单.pdf', mediaType: 'application/pdf', bytes }
    const { no } = await server.db.transaction((trx) => storeFile(trx, storage, file, server.now()))
    await server.db.kysely.updateTable('files').set({ owner_id: id }).where('no', '=', no).execute()
    return { id, token: await signIn(server, id), no }
  }

  async function ask(no: string, token: string): Promise<string> {
    const path = `/front/request/temporary/token?no=${encodeURIComponent(no)}`
    const { status, body } = await call(server, path, undefined, { token })
    expect(status).toBe(200)
    return (body.data as { token: string }).token
  }

  async function download(no: string, temporary?: string): Promise<number> {
    const query = temporary === undefined ? '' : `?token=${encodeURIComponent(temporary)}`
    const answer = await fetchServed(`${server.url}/api/front/download/file/${no}${query}`)
    const isWhole = Buffer.from(await answer.arrayBuffer()).equals(bytes)
    expect(isWhole).toBe(answer.status === 200)
    return answer.status
  }

  test('a token opens its file without a header, once [92, T24]', async () => {
    const { token, no } = await organiser()
    expect(await download(no)).toBe(404)
    const temporary = await ask(no, token)
    expect(await download(no, temporary)).toBe(200)
    expect(await download(no, temporary)).toBe(404)
  })

  test('of many downloads at the same moment one gets the file', async () => {
    const { token, no } = await organiser()
    const temporary = await ask(no, token)
    const statuses = await Promise.all(Array.from({ length: 20 }, () => download(no, temporary)))
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 404)).toHaveLength(19)
  })

  test('it opens no other file, is not used up by the try, and gives no right that its maker has not', async () => {
    const { token, no } = await organiser()
    const other = await organiser()
    const temporary = await ask(no, token)
    expect(await download(other.no, temporary)).toBe(404)
    expect(await download(no, temporary)).toBe(200)
    expect(await download(other.no, await ask(other.no, token))).toBe(404)
  })

  test.each([
    ['59', 200],
    ['60', 404],
  ])('after %s seconds the answer is %i', async (seconds, status) => {
    const { token, no } = await organiser()
    const temporary = await ask(no, token)
    server.nowMs += Number(seconds) * secondMs
    expect(await download(no, temporary)).toBe(status)
  })

  test('it signs nobody in, and a sign-in’s token opens nothing in its place [92]', async () => {
    const { token, no } = await organiser()
    const temporary = await ask(no, token)
    for (const path of ['/front/user/current', `/front/download/file/${no}`])
      expect((await call(server, path, undefined, { token: temporary })).status).toBeGreaterThanOrEqual(401)
    expect((await call(server, `/front/user/current?token=${temporary}`)).status).toBe(401)
    expect(await download(no, token)).toBe(404)
    expect(await download(no, temporary)).toBe(200)
  })

  test.each(['sign-out', 'blocking', 'a lost role'])('it ends with %s', async (how) => {
    const { id, token, no } = await organiser()
    const temporary = await ask(no, token)
    if (how === 'sign-out') await call(server, '/front/user/logout', {}, { token })
    else if (how === 'blocking')
      await server.db.transaction((trx) => blockUser(trx, id, { now: server.now() }))
    else
      await server.db.transaction((trx) => setRole(trx, id, { role: 'participant' }, { now: server.now() }))
    expect(await download(no, temporary)).toBe(404)
  })

  test.each(['', '%00', 'A'.repeat(43), 'a&token=b'])('an odd token %j is refused like none', async (odd) => {
    const { no } = await organiser()
    const answer = await fetchServed(`${server.url}/api/front/download/file/${no}?token=${odd}`)
    expect([400, 404]).toContain(answer.status)
  })

  test('it stands in no line of the server.log and not in the database', async () => {
    const { token, no } = await organiser()
    const temporary = await ask(no, token)
    const rows = await server.db.kysely.selectFrom('download_tokens').selectAll().execute()
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(temporary)
    await download(no, temporary)
    expect(server.log).toContain(`/front/download/file/${no}`)
    expect(server.log).not.toContain(temporary)
  })
})
