import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parse } from 'csv-parse/sync'
import readWorkbook from 'read-excel-file/node'
import { beforeAll, expect, it } from 'vitest'
import { auditLog } from '#contract/modules/audit-log.ts'
import { informations } from '#contract/modules/informations.ts'
import { meetingRooms } from '#contract/modules/meeting-rooms.ts'
import type { Database } from '#server/db/client.ts'
import { readRows, upsertRows } from '#server/engine/write/write-rows.ts'
import { runCommand, runCommandProcess } from '../support/command.ts'
import { eachDatabase } from '../support/databases.ts'
import { openTables } from '../support/use-server.ts'

const seats = [200, 100].map((count, position) => ({
  id: `room-${position}`,
  position,
  name: { 'zh-CN': `会议室 ${position}`, en: `=Room ${position}` },
  size: '250',
  seats: count,
}))

eachDatabase('forum export', (suite, dialect) => {
  let db: Database
  beforeAll(async () => {
    db = await openTables(suite)
    const draft = {
      id: 'd1',
      no: 'D1',
      title: { 'zh-CN': '草稿', en: 'Draft' },
      published_at: '2023-09-01T00:00:00Z',
      status: 'draft',
    }
    await db.transaction(async (trx) => {
      await upsertRows(trx, meetingRooms, seats, { now: new Date() })
      await upsertRows(trx, informations, [draft], { now: new Date() })
    })
  })

  const run = (args: readonly string[], env = {}) => runCommand(suite.place, ['export', ...args], { env })
  const inPlace = (name: string) => join(suite.place.dataDir, name)

  it('writes a module as CSV or as a workbook, by the ending, in the language that is asked for', async () => {
    const csv = inPlace('rooms.csv')
    expect(await run(['meeting_rooms', csv, '--sorters', 'seats:asc'])).toEqual({
      code: 0,
      stdout: `meeting_rooms: 2 rows are in ${csv}.\n`,
      stderr: '',
    })
    const [header = [], first = []]: string[][] = parse(await readFile(csv), { bom: true })
    expect(header).toContain('Name (English)')
    expect(first.slice(0, 1)).toEqual(['room-1'])
    expect(first).toContain(`'=Room 1`)
    const workbook = inPlace('rooms.data')
    const asked = ['--format', 'xlsx', '--language', 'zh-CN', '--filters', 'seats:gte:150']
    expect((await run(['meeting_rooms', workbook, ...asked])).code).toBe(0)
    const [sheet] = await readWorkbook(workbook)
    expect(sheet?.sheet).toBe('边会会议室')
    expect(sheet?.data.slice(1).map(([id]) => id)).toEqual(['room-0'])
  })

  it('takes what is not published too, and tells the audit log that no account did it', async () => {
    expect((await run(['informations', inPlace('informations.csv')])).stdout).toContain(
      'informations: 1 rows',
    )
    const told = await readRows(db.kysely, auditLog, { action: 'export', module: 'informations' })
    expect(told).toMatchObject([
      { actor_id: null, row_count: 1, fields: expect.arrayContaining(['title.en']) },
    ])
  })

  it('leaves the file that was there when it fails, and nothing beside it [236]', async () => {
    const file = inPlace('kept.csv')
    await writeFile(file, 'kept')
    const before = await readdir(suite.place.dataDir)
    const ends = await Promise.all([
      run(['nothing', file]),
      run(['meeting_rooms', inPlace('no/such/folder.csv')]),
      run(['meeting_rooms', inPlace('rooms.ods')]),
      run(['meeting_rooms', file, '--sorters', 'nonsense:asc'], { LANG: 'zh_CN.UTF-8' }),
    ])
    expect(ends.map(({ code, stdout }) => [code, stdout])).toEqual(ends.map(() => [1, '']))
    expect(ends.map(({ stderr }) => stderr.split('\n')[0])).toEqual([
      'There is no module nothing that can be exported.',
      expect.stringContaining('could not be written'),
      'FILE ends with .csv or .xlsx, or --format says which it is.',
      expect.stringMatching(/^nonsense: .*[\u4E00-\u9FFF]/),
    ])
    expect(await readFile(file, 'utf8')).toBe('kept')
    expect(await readdir(suite.place.dataDir)).toEqual(before)
  })

  it('leaves the file that was there when the disk is full, and no half one beside it [236]', async () => {
    const file = inPlace('full.csv')
    await writeFile(file, 'kept')
    const many = Array.from({ length: 300 }, (_, position) => ({
      ...seats[0],
      id: `full-${position}`,
      position,
      name: { 'zh-CN': '长', en: 'x'.repeat(5000) },
    }))
    await db.transaction((trx) => upsertRows(trx, meetingRooms, many, { now: new Date() }))
    if (dialect === 'sqlite') emptyLog()
    const end = await runCommandProcess(suite.place, ['export', 'meeting_rooms', file], {
      fileLimitKilobytes: 512,
    })
    expect(end).toMatchObject({ code: 1, stderr: expect.stringContaining('could not be written') })
    expect((await readdir(suite.place.dataDir)).filter((name) => name.includes('full'))).toEqual(['full.csv'])
    expect(await readFile(file, 'utf8')).toBe('kept')
  })

  /** The command writes to the database's log too, which the limit must not meet. */
  function emptyLog(): void {
    const database = new DatabaseSync(inPlace('forum.sqlite'))
    database.exec('pragma wal_checkpoint(truncate)')
    database.close()
  }
})
