import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FileValue } from '#contract/row.ts'
import type { Database } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { folderStorage } from '#server/files/storage.ts'
import { storeFile } from '#server/files/store.ts'
import { eachDatabase } from '../support/databases.ts'
import { startEngineApp, type EngineApp } from '../support/engine-app.ts'

const bytes = Buffer.from('%PDF-1.7 0123456789')

eachDatabase('downloads', (place) => {
  let db: Database
  let app: EngineApp
  let file: FileValue
  let secret: FileValue
  let empty: FileValue

  beforeAll(async () => {
    db = await place.open()
    await migrate(db)
    const storage = folderStorage(join(place.place.dataDir, 'files'))
    const mediaType = 'application/pdf'
    const store = (name: string, content: Buffer, isPublic: boolean) =>
      db.transaction((trx) => storeFile(trx, storage, { name, mediaType, bytes: content, isPublic }))
    file = await store('论坛 “手册” (2023).pdf', bytes, true)
    secret = await store('secret.pdf', bytes, false)
    empty = await store('empty.pdf', Buffer.alloc(0), true)
    app = await startEngineApp(db, [], storage)
  })
  afterAll(() => app.close())

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
      'content-security-policy': 'sandbox',
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

  it('tells the length to HEAD, and sends nothing', async () => {
    const { status, headers, bytes: received } = await download({}, 'HEAD')
    expect(status).toBe(200)
    expect(headers['content-length']).toBe(String(bytes.length))
    expect(received).toHaveLength(0)
  })

  it('sends an empty file', async () => {
    const answer = await app.call('GET', `/front/download/file/${empty.no}`, {})
    expect(answer.status).toBe(200)
    expect(answer.bytes).toHaveLength(0)
  })

  it('answers a private file like one that is not there', async () => {
    const hidden = await app.call('GET', `/front/download/file/${secret.no}`, {})
    const unknown = await app.call('GET', '/front/download/file/nothing', {})
    expect(hidden.status).toBe(404)
    expect(hidden.text).toBe(unknown.text)
    expect(hidden.headers['content-disposition']).toBeUndefined()
  })
})
