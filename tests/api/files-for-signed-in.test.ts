import { beforeAll, expect, it } from 'vitest'
import { documents } from '#contract/modules/documents.ts'
import { storeFile } from '#server/files/store-file.ts'
import { eachDatabase } from '../support/databases.ts'
import { ReviewForum } from '../support/review-forum.ts'
import { fetchServed } from '../support/fetch-served.ts'

const shown = { published_at: '2023-08-01T00:00:00Z', status: 'published' }
const row = (id: string, no: string, more: object) => {
  return { id, no: id, title: { 'zh-CN': id, en: id }, ...shown, file: { no }, ...more }
}

eachDatabase('files for people who are signed in', (place) => {
  const forum = new ReviewForum(place)

  beforeAll(async () => {
    const { db, storage, write } = forum.server
    for (const no of ['G1', 'G2', 'G3']) {
      const file = { no, name: `${no}.pdf`, mediaType: 'application/pdf', bytes: Buffer.from(no) }
      await db.transaction((trx) => storeFile(trx, storage, file, forum.now))
    }
    await write(documents, [
      row('guarded', 'G1', { needs_sign_in: true }),
      row('draft', 'G2', { needs_sign_in: true, status: 'draft' }),
      row('guarded-too', 'G3', { needs_sign_in: true }),
      row('open', 'G3', {}),
    ])
  })

  const get = (no: string, token?: string) =>
    fetchServed(`${forum.server.url}/api/front/download/file/${no}`, {
      headers: token === undefined ? {} : { authorization: token },
    })

  it('are listed for everybody with their size, and told to want a sign-in', async () => {
    const { data } = await forum.ask('/front/query/documents/all')
    const rows = (data as unknown as { items: Record<string, unknown>[] }).items
    const told = rows.map(({ id, needs_sign_in, file }) => [id, [needs_sign_in, (file as { no: string }).no]])
    expect(Object.fromEntries(told)).toEqual({
      guarded: [true, 'G1'],
      'guarded-too': [true, 'G3'],
      open: [false, 'G3'],
    })
  })

  it('are sent to everybody who is, and kept by nobody else on the way', async () => {
    const { token } = await forum.addApplicant()
    const answer = await get('G1', token)
    expect([answer.status, await answer.text()]).toEqual([200, 'G1'])
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it('are refused to anybody else in words, as JSON [219]', async () => {
    const answer = await get('G1')
    expect(answer.status).toBe(401)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('content-disposition')).toBeNull()
    expect(await answer.json()).toMatchObject({ code: 401, error: { key: 'sign_in.required' } })
  })

  it('of drafts stay unknown, and one that a public row names as well is public', async () => {
    expect((await get('G2')).status).toBe(404)
    expect((await get('G2', (await forum.addApplicant()).token)).status).toBe(404)
    const open = await get('G3')
    expect([open.status, open.headers.get('cache-control')]).toEqual([200, 'public, max-age=3600'])
  })
})
