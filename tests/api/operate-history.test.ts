import { beforeAll, expect, it } from 'vitest'
import { documents } from '#contract/modules/documents.ts'
import { createRegistry } from '#server/engine/schema/registry.ts'
import { storeFile } from '#server/files/store-file.ts'
import { serverModules } from '#server/modules/index.ts'
import { tableRules } from '#server/engine/schema/table-retention-rules.ts'
import { runRetention } from '#server/ops/retention/run-retention.ts'
import { eachDatabase } from '../support/databases.ts'
import { type Person, ReviewForum } from '../support/review-forum.ts'
import { until } from '../support/outgoing.ts'
import { fetchServed } from '../support/fetch-served.ts'

const registry = createRegistry(serverModules)
const size = 4000
const hourMs = 3_600_000

eachDatabase('operateHistory', (place) => {
  const forum = new ReviewForum(place)

  beforeAll(async () => {
    const { now, db } = forum
    const title = { 'zh-CN': '手册', en: 'Handbook' }
    for (const no of ['F1', 'F2', 'F3']) {
      const upload = { no, name: 'a.pdf', mediaType: 'application/pdf', bytes: Buffer.alloc(size, no) }
      const file = await db.transaction((trx) => storeFile(trx, forum.server.storage, upload, now))
      const status = no === 'F3' ? 'draft' : 'published'
      const row = { id: `d-${no}`, no, title, published_at: '2023-08-01T00:00:00Z', status, file }
      await forum.server.write(documents, [row])
    }
  })

  const ask = async (type: string, query: string, as?: Pick<Person, 'token'>) =>
    forum.ask(`/front/operateHistory/has/${type}?${query}`, undefined, as)
  const has = async (type: string, query: string, as: Pick<Person, 'token'>) =>
    (await ask(type, query, as)).data
  const get = (
    path: string,
    token?: string,
    headers: Readonly<Record<string, string>> = {},
    method = 'GET',
  ) =>
    fetchServed(`${forum.server.url}/api/front/download/file/${path}`, {
      method,
      headers: { ...headers, ...(token !== undefined && { authorization: token }) },
    })
  /** The note is written after the answer. */
  const isNoted = (query: string, person: Pick<Person, 'token'>) =>
    until(
      async () => JSON.stringify(await has('download', query, person)) === '{"has":true}',
      `noted ${query}`,
    )
  const rowsOf = ({ id }: Person) =>
    forum.db.kysely.selectFrom('download_history').selectAll().where('user_id', '=', id).execute()

  it('says what the person has marked, until the star is taken away [220]', async () => {
    const [person, other] = [await forum.addApplicant(), await forum.addApplicant()]
    const query = 'module=documents&id=d-F1'
    expect(await has('favourite', query, person)).toEqual({ has: false })
    const { data } = await forum.post('favourites', { item_module: 'documents', item_id: 'd-F1' }, person)
    expect(await has('favourite', query, person)).toEqual({ has: true })
    for (const another of ['module=documents&id=d-F2', 'module=qa&id=d-F1'])
      expect(await has('favourite', another, person)).toEqual({ has: false })
    expect(await has('favourite', query, other)).toEqual({ has: false })
    await forum.ask('/front/delete/favourites', { id: data.id }, person)
    expect(await has('favourite', query, person)).toEqual({ has: false })
  })

  it('says what the person has downloaded, by the file’s number and by the row [221]', async () => {
    const [person, other] = [await forum.addApplicant(), await forum.addApplicant()]
    expect(await has('download', 'no=F1', person)).toEqual({ has: false })
    const bytes = await (await get('F1', person.token)).arrayBuffer()
    expect(bytes.byteLength).toBe(size)
    await isNoted('no=F1', person)
    expect(await has('download', 'module=documents&id=d-F1', person)).toEqual({ has: true })
    for (const query of ['module=documents&id=d-F2', 'module=nothing&id=d-F1'])
      expect(await has('download', query, person)).toEqual({ has: false })
    expect(await has('download', 'no=F1', other)).toEqual({ has: false })
    const [first] = await rowsOf(person)
    forum.now.setTime(forum.now.getTime() + hourMs)
    await (await get('F1', person.token)).arrayBuffer()
    await (await get('F2', person.token)).arrayBuffer()
    await isNoted('no=F2', person)
    forum.now.setTime(forum.now.getTime() - hourMs)
    expect((await rowsOf(person)).find(({ no }) => no === 'F1')).toEqual(first)
  })

  it('notes a download in a new tab for the organiser who made its token', async () => {
    const { desk } = forum
    const { data } = await forum.ask('/front/request/temporary/token?no=F3', undefined, desk)
    const { token } = data as unknown as { token: string }
    expect(await has('download', 'no=F3', desk)).toEqual({ has: false })
    const answer = await get(`F3?token=${token}`)
    expect((await answer.arrayBuffer()).byteLength).toBe(size)
    await isNoted('no=F3', desk)
  })

  it('counts a download from its beginning, no going on, no asking, and nobody’s [221]', async () => {
    const person = await forum.addApplicant()
    const etag = (await get('F1')).headers.get('etag') ?? ''
    expect((await get('F1', person.token, { range: 'bytes=100-' })).status).toBe(206)
    expect((await get('F1', person.token, { range: 'bytes=9999-' })).status).toBe(416)
    expect((await get('F1', person.token, { 'if-none-match': etag })).status).toBe(304)
    expect((await get('F1', person.token, {}, 'HEAD')).status).toBe(200)
    expect((await get('F3', person.token)).status).toBe(404)
    // What is written after these answers would be there before this one is.
    await (await get('F2', person.token, { range: 'bytes=0-99' })).arrayBuffer()
    await isNoted('no=F2', person)
    expect((await rowsOf(person)).map(({ no }) => no)).toEqual(['F2'])
  })

  it('answers what is asked wrongly, and nobody, clearly, and is kept by nobody [313]', async () => {
    const person = await forum.addApplicant()
    expect((await ask('favourite', 'module=documents&id=d-F1')).code).toBe(401)
    for (const kind of ['like', 'constructor'])
      expect((await ask(kind, 'module=documents&id=d-F1', person)).code).toBe(404)
    for (const query of ['', 'module=documents', 'id=d-F1', 'no=F1'])
      expect((await ask('favourite', query, person)).code).toBe(400)
    expect((await ask('favourite', 'module=documents&id=d-F1&id=d-F2', person)).code).toBe(400)
    const answer = await forum.server.get('/front/operateHistory/has/download?no=F1', person.token)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('vary')).toContain('Authorization')
  })

  it('goes with the person, who takes it out too, and 30 days after the forum', async () => {
    const person = await forum.addApplicant()
    await (await get('F1', person.token)).arrayBuffer()
    await isNoted('no=F1', person)
    const rule = tableRules.find(({ table }) => table === 'download_history')
    expect(rule).toMatchObject({ hours: 720, startsAtForumEnd: true })
    const retainAt = (instant: string) =>
      runRetention({ db: forum.db, registry, now: new Date(instant) }, { isDryRun: true })
    const rowsAt = async (instant: string) =>
      (await retainAt(instant)).find((counted) => counted.rule === 'download_history')?.rows
    expect(await rowsAt('2023-10-07T15:59:58Z')).toBe(0)
    expect(await rowsAt('2023-10-07T15:59:59Z')).toBeGreaterThan(0)
    expect((await forum.ask('/front/user/erase', {}, person)).code).toBe(200)
    expect(await rowsOf(person)).toEqual([])
  })
})
