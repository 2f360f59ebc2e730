import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { documents } from '#contract/modules/documents.ts'
import { writeRows } from '#server/engine/write-rows.ts'
import { folderStorage } from '#server/files/storage.ts'
import { storeFile } from '#server/files/store.ts'
import { eachDatabase } from '../support/databases.ts'
import { ReviewForum } from '../support/review-forum.ts'
import { fetchServed } from '../support/fetch-served.ts'

interface Answer {
  code: number
  error?: { key: string }
}

eachDatabase('files for people who are signed in', (place) => {
  const forum = new ReviewForum(place)

  beforeAll(async () => {
    const { now, db } = forum
    const storage = folderStorage(join(place.place.dataDir, 'files'))
    await db.transaction(async (trx) => {
      const write = async (id: string, no: string, more: object) => {
        const bytes = Buffer.from(no)
        const meant = { no, name: `${no}.pdf`, mediaType: 'application/pdf', bytes }
        const known = (await trx.selectFrom('files').select('no').where('no', '=', no).execute()).length > 0
        const file = known ? { no } : await storeFile(trx, storage, meant, now)
        const title = { 'zh-CN': '资料', en: 'Document' }
        const row = { id, no: id, title, published_at: '2023-08-01T00:00:00Z', status: 'published', file }
        await writeRows(trx, documents, [{ ...row, ...more }], { now })
      }
      await write('guarded', 'G1', { needs_sign_in: true })
      await write('draft', 'G2', { needs_sign_in: true, status: 'draft' })
      await write('guarded-too', 'G3', { needs_sign_in: true })
      await write('open', 'G3', {})
    })
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
    expect((await answer.json()) as Answer).toMatchObject({ code: 401, error: { key: 'sign_in.required' } })
  })

  it('of drafts stay unknown, and one that a public row names as well is public', async () => {
    expect((await get('G2')).status).toBe(404)
    expect((await get('G2', (await forum.addApplicant()).token)).status).toBe(404)
    const open = await get('G3')
    expect([open.status, open.headers.get('cache-control')]).toEqual([200, 'public, max-age=3600'])
  })
})
