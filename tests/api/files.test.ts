import { expect, it } from 'vitest'
import type { FileValue } from '#contract/row.ts'
import { allow } from '#server/engine/schema/permissions.ts'
import { findFiles } from '#server/files/find-files.ts'
import { storeFile } from '#server/files/store-file.ts'
import { eachDatabase } from '../support/databases.ts'
import { startEngineApp, useEngineApp } from '../support/engine-app.ts'
import { exhibits, exhibitsServer, hallsServer } from '../support/exhibits.ts'

const bytes = Buffer.from('%PDF-1.7 0123456789')
const now = '2023-09-05T01:00:00Z'

eachDatabase('downloads', (place) => {
  let file: FileValue
  let empty: FileValue
  const app = useEngineApp(place, [exhibitsServer, hallsServer], {
    hasFiles: true,
    fill: async () => {
      file = await store('论坛 “手册” (2023).pdf', bytes)
      empty = await store('empty.pdf', Buffer.alloc(0))
      await write({ id: 'shown', state: 'shown', plan: file })
      await write({ id: 'empty', state: 'shown', plan: empty })
    },
  })
  const store = (name: string, content: Buffer = Buffer.from(name)) =>
    storeFile(app.db.kysely, app.storage, { name, mediaType: 'application/pdf', bytes: content }, now)
  const write = (row: { id: string; [key: string]: unknown }) =>
    app.write(exhibits, [{ name: { 'zh-CN': '展品', en: 'Exhibit' }, ...row }])
  const statusFor = async (no: string, as?: string) =>
    (await app.call('GET', `/front/download/file/${no}`, as ? { authorization: as } : {})).status

  const download = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    app.call(method, `/front/download/file/${file.no}`, headers)

  it('sends the bytes under the name of the file', async () => {
    const { status, headers, bytes: received } = await download()
    expect(status).toBe(200)
    expect(received.equals(bytes)).toBe(true)
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(bytes.length),
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    const disposition = String(headers['content-disposition'])
    expect(disposition.startsWith('attachment; filename="')).toBe(true)
    expect(decodeURIComponent(disposition.split("UTF-8''")[1] ?? '')).toBe(file.name)
  })

  it.each([
    ['bytes=0-3', 206, '%PDF', `bytes 0-3/${bytes.length}`],
    ['bytes=9-', 206, '0123456789', `bytes 9-18/${bytes.length}`],
    ['bytes=-4', 206, '6789', `bytes 15-18/${bytes.length}`],
    ['bytes=0-999', 206, bytes.toString(), `bytes 0-18/${bytes.length}`],
    ['bytes=5-2', 200, bytes.toString(), undefined],
    ['lines=1-2', 200, bytes.toString(), undefined],
  ])('answers the range %s with %i', async (range, status, text, contentRange) => {
    const answer = await download({ range })
    expect(answer.status).toBe(status)
    expect(answer.bytes.toString()).toBe(text)
    expect(answer.headers['content-range']).toBe(contentRange)
  })

  it('refuses a range outside of the file', async () => {
    const answer = await download({ range: 'bytes=19-' })
    expect(answer.status).toBe(416)
    expect(answer.headers['content-range']).toBe('bytes */19')
    expect(answer.body.error?.key).toBe('range.not_satisfiable')
  })

  it('answers 304 for a tag that is right, and the whole file for a range of another version', async () => {
    const { headers } = await download()
    const etag = String(headers['etag'])
    expect((await download({ 'if-none-match': etag })).status).toBe(304)
    expect((await download({ range: 'bytes=0-3', 'if-range': etag })).status).toBe(206)
    expect((await download({ range: 'bytes=0-3', 'if-range': '"other"' })).status).toBe(200)
  })

  it('tells the length to HEAD, and sends nothing; an empty file is one', async () => {
    const { status, headers, bytes: received } = await download({}, 'HEAD')
    expect([status, headers['content-length'], received.length]).toEqual([200, String(bytes.length), 0])
    const answer = await app.call('GET', `/front/download/file/${empty.no}`, {})
    expect([answer.status, answer.bytes.length]).toEqual([200, 0])
  })

  it('serves the file of a draft to nobody but those who may see drafts [193]', async () => {
    const draft = await store('draft.pdf')
    await write({ id: 'draft', state: 'draft', plan: draft })
    expect(await statusFor(draft.no)).toBe(404)
    expect(await statusFor(draft.no, 'staff')).toBe(404)
    const { status, headers } = await app.call('GET', `/front/download/file/${draft.no}`, {
      authorization: 'organiser',
    })
    expect(status).toBe(200)
    expect(headers).toMatchObject({ 'cache-control': 'no-store', vary: 'Authorization, Accept-Language' })
    await write({ id: 'draft', state: 'shown', plan: draft })
    expect(await statusFor(draft.no)).toBe(200)
    expect((await download()).headers['cache-control']).toBe('public, max-age=3600')
  })

  it('serves a file only by a field that the caller sees, and not by a masked one [193]', async () => {
    const { anonymous: _, ...permissions } = exhibitsServer.permissions
    const applicant = allow('list read').masked(['plan'])
    const notPublic = { ...exhibitsServer, permissions: { ...permissions, applicant } }
    const own = await startEngineApp(app.db, [notPublic, hallsServer], app.storage)
    const ask = async (as?: string) =>
      await own.call('GET', `/front/download/file/${file.no}`, as ? { authorization: as } : {})
    expect((await ask('staff')).status).toBe(200)
    const answers = [await ask('participant'), await ask('applicant'), await ask()]
    const unknown = await own.call('GET', '/front/download/file/nothing', { authorization: 'participant' })
    for (const answer of answers) {
      expect(answer.status).toBe(404)
      expect(answer.text).toBe(unknown.text)
      expect(answer.headers['content-disposition']).toBeUndefined()
    }
    await own.close()
  })

  it('refuses a row that names a file which is not there, and keeps the old one', async () => {
    await write({ id: 'kept', state: 'shown', plan: file })
    await expect(write({ id: 'kept', plan: 'nothing' })).rejects.toThrow('one of these files is not there')
    expect(await statusFor(file.no)).toBe(200)
    expect((await findFiles(app.db.kysely, ['nothing'])).size).toBe(0)
  })

  it('answers a file without its bytes like one that is not there', async () => {
    const lost = await store('lost.pdf')
    await write({ id: 'lost', state: 'shown', plan: lost })
    expect(await statusFor(lost.no)).toBe(200)
    const { storage_key: key } = await app.db.kysely
      .selectFrom('files')
      .select('storage_key')
      .where('no', '=', lost.no)
      .executeTakeFirstOrThrow()
    await app.storage.remove(key)
    expect(await statusFor(lost.no)).toBe(404)
  })
})
