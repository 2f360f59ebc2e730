import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import type { UploadTicket } from '#contract/api.ts'
import { insertSignIn } from '#server/accounts/sign-ins.ts'
import { createRegistry } from '#server/engine/schema/registry.ts'
import { sweepFiles } from '#server/ops/sweep-files.ts'
import { eachDatabase } from '../support/databases.ts'
import { makePdf } from '../support/pdf-files.ts'
import { makePicture } from '../support/picture-files.ts'
import { materials, sendForm, signUp, uploadModules } from '../support/upload-forum.ts'
import { useServer } from '../support/use-server.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const start = Date.parse('2023-08-01T01:00:00Z')

eachDatabase('uploads by ticket and what stays of them', (place) => {
  let participant: string
  let organiser: string
  let picture: Buffer
  const server = useServer(place, { start, modules: uploadModules })
  beforeAll(async () => {
    participant = await signUp(server.db, 'participant', 'participant', server.now())
    organiser = await signUp(server.db, 'organiser', 'organiser', server.now())
    picture = await makePicture()
  })

  const registry = createRegistry(uploadModules)
  const context = () => ({ db: server.db, registry, storage: server.storage, now: server.now })
  const sweep = () => sweepFiles(context(), server.now())
  const getTicket = async (module = 'test_materials', field = 'photo') => {
    const answer = await server.post('/front/attachment/ticket', { module, field })
    return {
      status: answer.status,
      ...((await answer.json()) as { data: UploadTicket; error?: { key: string } }),
    }
  }
  const sendOpen = (ticket: string, bytes: Uint8Array = picture) =>
    sendForm(`${server.url}/api/front/attachment/open-upload`, { ticket }, { name: '照片.jpg', bytes })
  const sendResume = async (name: string) =>
    (
      await sendForm(
        `${server.url}/api/front/attachment/upload`,
        { module: 'test_materials', field: 'resume' },
        { name, bytes: makePdf() },
        participant,
      )
    ).data
  const statusOf = async (no: string, token = organiser) =>
    (await server.get(`/front/download/file/${no}`, token)).status
  const stored = async () =>
    (await readdir(join(server.dataDir, 'files'))).filter((name) => name !== 'arrivals')
  /** Which of these files are there after a sweep. */
  const left = async (...files: readonly { no: string }[]) => {
    await sweep()
    const rows = await server.db.kysely.selectFrom('files').select('no').execute()
    return files.map((file) => rows.some(({ no }) => no === file.no))
  }
  const expectNoSpare = async () => {
    const keys = await server.db.kysely.selectFrom('files').select('storage_key').execute()
    expect((await stored()).toSorted()).toEqual(keys.map((row) => row.storage_key).toSorted())
  }
  const write = (row: { id: string; [key: string]: unknown }) => server.write(materials, [row])

  it('takes one upload by a ticket, which nobody may download before a row names it [194]', async () => {
    const { data } = await getTicket()
    const first = await sendOpen(data.ticket)
    expect([first.status, first.data.name]).toEqual([200, '照片.jpg'])
    for (const token of [participant, organiser]) expect(await statusOf(first.data.no, token)).toBe(404)
    const again = await sendOpen(data.ticket)
    expect([again.status, again.key]).toEqual([422, 'upload.ticket'])
    await write({ id: 'registered', photo: first.data })
    expect(await statusOf(first.data.no)).toBe(200)
    expect(await statusOf(first.data.no, participant)).toBe(404)
  })

  it('takes a ticket once, however many send it at the same time [S12]', async () => {
    const { data } = await getTicket()
    const answers = await Promise.all(Array.from({ length: 20 }, () => sendOpen(data.ticket)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ key }) => key === 'upload.ticket')).toHaveLength(19)
  })

  it('uses a ticket up with a file that is refused, and lets none live long', async () => {
    const { data } = await getTicket()
    expect((await sendOpen(data.ticket, Buffer.from('<html>'))).key).toBe('upload.unreadable')
    expect((await sendOpen(data.ticket)).key).toBe('upload.ticket')
    const late = await getTicket()
    server.nowMs += 11 * minuteMs
    expect((await sendOpen(late.data.ticket)).key).toBe('upload.ticket')
    expect((await sendOpen('none')).key).toBe('upload.ticket')
  })

  it('makes tickets for fields only that nobody may write, so many a minute and address', async () => {
    for (const [module, field] of [
      ['nothing', 'photo'],
      ['test_materials', 'resume'],
      ['documents', 'file'],
    ] as const)
      expect((await getTicket(module, field)).error?.key).toBe('not_found')
    const limited = await server.startAnother({ hasRateLimits: true })
    const ask = () => limited.post('/front/attachment/ticket', { module: 'test_materials', field: 'photo' })
    const answers = []
    for (let at = 0; at < 61; at += 1) answers.push((await ask()).status)
    expect(answers.slice(0, 60)).toEqual(Array(60).fill(200))
    expect(answers[60]).toBe(429)
  })

  it('takes no more by tickets than two gigabytes that nobody has named', async () => {
    const { data } = await getTicket()
    const { data: file } = await sendOpen(data.ticket)
    const resize = (bytes: number) =>
      server.db.kysely.updateTable('files').set({ size_bytes: bytes }).where('no', '=', file.no).execute()
    await resize(2 * 1024 ** 3 - 1)
    const next = await getTicket()
    expect((await sendOpen(next.data.ticket)).key).toBe('storage.full')
    await resize(file.sizeBytes)
  })

  it('forgets open uploads within an hour, and others within a day [S12]', async () => {
    const { data } = await getTicket()
    const { data: open } = await sendOpen(data.ticket)
    const own = await sendResume('own.pdf')
    const used = await sendResume('used.pdf')
    await write({ id: 'used', resume: used })
    expect(await left(open, own, used)).toEqual([true, true, true])
    server.nowMs += 50 * minuteMs
    expect(await left(open, own, used)).toEqual([false, true, true])
    expect(await statusOf(own.no, participant)).toBe(200)
    server.nowMs += 23 * hourMs
    expect(await left(open, own, used)).toEqual([false, false, true])
    await expectNoSpare()
    expect(await server.db.kysely.selectFrom('upload_tickets').selectAll().execute()).toEqual([])
  })

  it('takes a replaced file away after a day, and the file of a row that is gone for good', async () => {
    participant = await freshToken('participant')
    const [first, second] = [await sendResume('first.pdf'), await sendResume('second.pdf')]
    await write({ id: 'slot', resume: first })
    await write({ id: 'slot', resume: second })
    expect(await left(first, second)).toEqual([true, true])
    server.nowMs += 24 * hourMs
    expect(await left(first, second)).toEqual([false, true])
    await sql`delete from test_materials where id = 'slot'`.execute(server.db.kysely)
    expect(await left(first, second)).toEqual([false, true])
    server.nowMs += 24 * hourMs
    expect(await left(first, second)).toEqual([false, false])
  })

  it('clears up what a killed process left, and nothing that still grows [S12]', async () => {
    const { arrivals } = server.storage
    await mkdir(arrivals, { recursive: true })
    const long = new Date(Date.now() - 11 * minuteMs)
    await writeFile(join(arrivals, 'left'), 'x')
    await utimes(join(arrivals, 'left'), long, long)
    await writeFile(join(arrivals, 'growing'), 'x')
    const id = '7b1c7f63-6a35-4a47-9a36-0a4a3d4a0001'
    const upload = { owner_id: null, module: 'm', field: 'f', name: 'n', size_bytes: 1, file_no: null }
    const expires_at = new Date(server.nowMs + minuteMs).toISOString().replace('.000', '')
    await server.db.kysely
      .insertInto('uploads')
      .values({ ...upload, id, expires_at })
      .execute()
    await writeFile(join(arrivals, id), 'x')
    await utimes(join(arrivals, id), long, long)
    await server.storage.write(id, Buffer.from('killed before its row was written'))
    await writeFile(join(arrivals, id), 'x')
    await sweep()
    expect((await readdir(arrivals)).toSorted()).toEqual([id, 'growing'])
    expect(await stored()).toContain(id)
    server.nowMs += 2 * minuteMs
    await sweep()
    expect(await readdir(arrivals)).toEqual(['growing'])
    expect(await stored()).not.toContain(id)
  })

  it('is swept by several processes at the same time', async () => {
    participant = await freshToken('participant')
    for (let at = 0; at < 5; at += 1) await sendResume(`cv-${at}.pdf`)
    server.nowMs += 24 * hourMs
    const swept = await Promise.all([sweep(), sweep(), sweep()])
    expect(swept.reduce((sum, { files }) => sum + files, 0)).toBeGreaterThanOrEqual(5)
    await expectNoSpare()
  })

  /** Tokens last twelve hours unused; the days of these tests are longer. */
  async function freshToken(id: string): Promise<string> {
    return await insertSignIn(server.db.kysely, { id }, server.now())
  }
})
