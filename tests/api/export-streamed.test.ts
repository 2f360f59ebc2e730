import { request, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { parse } from 'csv-parse/sync'
import readWorkbook from 'read-excel-file/node'
import { expect, it } from 'vitest'
import { meetingRooms } from '#contract/modules/meeting-rooms.ts'
import { pages } from '#contract/modules/pages.ts'
import { sql } from 'kysely'
import { bothDatabases } from '../support/databases.ts'
import { signUp } from '../support/upload-forum.ts'
import { useServer } from '../support/use-server.ts'

/** The last page of rows, and of ids, is not full. */
const rows = 5003
const ids = Array.from({ length: rows }, (_, index) => `r${String(index).padStart(4, '0')}`)
/** More than the buffers of a connection hold, so that a client that stops reading stops the export. */
const longName = 'x'.repeat(2000)

bothDatabases('a long export', (suite, dialect) => {
  let token: string
  const server = useServer(suite, {
    fill: async () => {
      const seats = ids.map((id, index) => ({
        id,
        position: rows - index,
        name: { 'zh-CN': `会议室 ${index}`, en: `Room ${index}` },
        size: '250',
        seats: index,
      }))
      await server.write(meetingRooms, seats)
      token = await signUp(server.db, 'organiser', 'organiser', new Date())
    },
  })

  const path = '/export/meeting_rooms?sorters=position%3Adesc'

  it('has every row once, in the order of the address, as CSV and as a workbook [236]', async () => {
    const csv = await server.post(path, {}, token)
    expect(csv.headers.get('transfer-encoding')).toBe('chunked')
    const lines: string[][] = parse(await csv.text(), { bom: true })
    expect(lines.slice(1).map(([id]) => id)).toEqual(ids)
    const workbook = await server.post(path, { format: 'xlsx' }, token)
    const [sheet] = await readWorkbook(Buffer.from(await workbook.arrayBuffer()))
    expect(sheet?.data.slice(1).map(([id]) => id)).toEqual(ids)
    const chosen = ids.filter((_, index) => index % 3 === 0).toReversed()
    const some: string[][] = parse(await (await server.post(path, { ids: chosen }, token)).text(), {
      bom: true,
    })
    expect(some.slice(1).map(([id]) => id)).toEqual(chosen)
  })

  it('shows its rows as they were when it began, though others write meanwhile [236]', async () => {
    await makeLong()
    // All of a list are one statement, chosen ones are several.
    for (const [body, later] of [
      [{}, 77_777],
      [{ ids }, 88_888],
    ] as const) {
      const answer = await open(body)
      await sql`update meeting_rooms set seats = ${later}`.execute(server.db.kysely)
      const file = await answer.rest()
      expect(parse(file, { bom: true })).toHaveLength(rows + 1)
      expect(file).not.toContain(String(later))
    }
  })

  it('ends its reading when its client goes away, and gives its place back [236]', async () => {
    await makeLong()
    for (let time = 0; time < 6; time += 1) {
      const answer = await open({ format: time % 2 === 0 ? 'csv' : 'xlsx' })
      answer.goAway()
      await expect.poll(isReading).toBe(false)
    }
    const both = [await open({}), await open({})]
    await calm()
    const third = await server.post(path, {}, token)
    expect([third.status, ((await third.json()) as { error: { key: string } }).error.key]).toEqual([
      429,
      'rate.limited',
    ])
    expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0)
    for (const one of both) one.goAway()
    await expect.poll(isReading).toBe(false)
    await calm()
    expect((await server.post(path, { ids: ['r1'] }, token)).status).toBe(200)
  })

  it('breaks off when its rows cannot be read to the end: no file looks whole [236]', async () => {
    const texts = Array.from({ length: 1000 }, (_, position) => ({
      id: `p${position}`,
      position,
      slug: `page-${position}`,
      title: { 'zh-CN': '会议', en: 'Forum' },
    }))
    await server.write(pages, texts)
    await sql`update pages set body_en = '{' where id = 'p999'`.execute(server.db.kysely)
    for (const format of ['csv', 'xlsx'] as const) {
      await calm()
      const answer = await server.post('/export/pages', { format }, token)
      expect(answer.status).toBe(200)
      await expect(answer.arrayBuffer()).rejects.toThrow('terminated')
    }
    await expect.poll(isReading).toBe(false)
  })

  /** Rows whose names no connection's buffers hold. */
  async function makeLong(): Promise<void> {
    await sql`update meeting_rooms set name_en = ${longName}`.execute(server.db.kysely)
  }

  /** What this test does by itself holds the server up, which sheds load then. */
  const calm = async (): Promise<void> => {
    await expect.poll(async () => (await server.get('/modules')).status).toBe(200)
  }

  /** Begins an export and reads its first bytes. */
  async function open(body: object) {
    await calm()
    const sent = request(`${server.url}/api${path}`, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json' },
    })
    sent.on('error', () => {})
    sent.end(JSON.stringify(body))
    const answer = await new Promise<IncomingMessage>((resolve) => {
      sent.on('response', resolve)
    })
    answer.on('error', () => {})
    expect(answer.statusCode).toBe(200)
    expect(await isReading()).toBe(true)
    return {
      goAway: () => void sent.destroy(),
      rest: () => text(answer),
    }
  }

  /** True while something reads old data: SQLite cannot take its log into the file then. */
  async function isReading(): Promise<boolean> {
    if (dialect === 'postgres') return server.db.connections()['busy'] !== 0
    const file = new DatabaseSync(join(server.dataDir, 'forum.sqlite'))
    const { busy } = file.prepare('pragma wal_checkpoint(truncate)').get() ?? {}
    file.close()
    return busy !== 0
  }
})
