import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ModuleDefinition } from '#contract/module-definition.ts'
import { tracks } from '#contract/modules/tracks.ts'
import type { Database } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { moduleTables } from '#server/db/module-tables.ts'
import { InvalidScheduleError } from '#server/schedule-import/schedule.ts'
import { importFile, type ImportFileOptions } from '#server/schedule-import/import-file.ts'
import { formatIssueLine } from '#server/schedule-import/report-lines.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { rooms } from '#contract/modules/rooms.ts'
import { sessions } from '#contract/modules/sessions.ts'
import { settings } from '#contract/modules/settings.ts'
import { speakers } from '#contract/modules/speakers.ts'
import { readRows, upsertRows } from '#server/engine/write/write-rows.ts'
import { parseSchedule } from '#server/schedule-import/parse-schedule.ts'
import { toRowId } from '#server/schedule-import/rows.ts'
import { writeSchedule } from '#server/schedule-import/write-schedule.ts'
import { eachDatabase, type TestPlace } from '../support/databases.ts'

/** Excerpts of real schedules. */
const fixtures = new URL('../fixtures/schedules/', import.meta.url)
/** The time of a first import, and of one a day later. */
const now = new Date('2025-01-01T00:00:00Z')
const later = new Date('2025-01-02T00:00:00Z')

/** The text of an excerpt. */
function fixture(name: string): string {
  return readFileSync(new URL(name, fixtures), 'utf8')
}

eachDatabase('import-schedule', (place) => {
  const bench = importBench(place)

  describe('the first time', () => {
    it('writes every session with its room, track and speakers', async () => {
      const { counts } = await bench.import(fixture('fosdem-2025-excerpt.xml'))
      expect(counts).toEqual({ sessions: 'new 3', speakers: 'new 7', rooms: 'new 2', tracks: 'new 2' })
      const session = await bench.findSession('6712')
      expect(session).toMatchObject({
        title: { 'zh-CN': '', en: 'Welcome to FOSDEM 2025' },
        state: 'confirmed',
        starts_at: '2025-02-01T08:30:00Z',
        ends_at: '2025-02-01T08:50:00Z',
        source: 'schedule:fosdem-2025',
      })
      const [room] = await bench.rows(rooms, { id: String(session?.['room']) })
      expect(room?.['name']).toMatchObject({ en: 'Janson' })
      const people = await bench.rows(speakers, { id: session?.['speakers'] as string[] })
      expect(people.map((row) => row['name'])).toContainEqual({ 'zh-CN': '', en: 'FOSDEM Staff' })
    })

    it('writes nothing in a dry run, and counts the same', async () => {
      const dry = await bench.import(fixture('democon-excerpt.json'), { dryRun: true, asForum: true })
      expect(await bench.rows(sessions)).toEqual([])
      expect(await bench.rows(settings)).toEqual([])
      expect(dry.printed.at(-1)).toContain('nothing was written')
      const wet = await bench.import(fixture('democon-excerpt.json'))
      expect(dry.counts).toEqual(wet.counts)
    })
  })

  describe('again', () => {
    it.each([
      'fosdem-2025-excerpt.xml',
      'camp-2019-excerpt.json',
      'hub-excerpt.json',
      'coscup-2023-excerpt.json',
      'pretalx-widget.json',
    ])('changes nothing: %s', async (name) => {
      await bench.import(fixture(name))
      const before = await bench.rows(sessions)
      const { counts } = await bench.import(fixture(name), {}, later)
      expect(Object.values(counts).every((line) => /^unchanged \d+$/.test(line))).toBe(true)
      expect(await bench.rows(sessions)).toEqual(before)
    })

    it('updates, moves and cancels what a changed copy changes', async () => {
      const text = fixture('fosdem-2025-excerpt.xml')
      await bench.import(text)
      const [first = '', second = '', third = ''] = text.match(/ *<event [\s\S]*?<\/event>\n/g) ?? []
      const changed = text
        .replace(first, first.replace('Welcome to FOSDEM 2025<', 'Welcome!<'))
        .replace(second, second.replace('2025-02-01T10:00:00', '2025-02-01T10:30:00'))
        .replace(third, '')
      const { counts } = await bench.import(changed, {}, later)
      expect(counts.sessions).toBe('updated 1, moved 1, cancelled 1')
      expect(await bench.findSession('6712')).toMatchObject({ title: { en: 'Welcome!' }, version: 2 })
      expect(await bench.findSession('5369')).toMatchObject({ starts_at: '2025-02-01T09:30:00Z' })
      expect(await bench.findSession('6643')).toMatchObject({ state: 'cancelled', version: 2 })

      const repeated = await bench.import(changed, {}, later)
      expect(repeated.counts.sessions).toBe('unchanged 2')
      const restored = await bench.import(text, {}, later)
      expect(restored.counts.sessions).toBe('updated 2, moved 1')
      expect(await bench.findSession('6643')).toMatchObject({ state: 'confirmed' })
    })

    it('takes out rooms, tracks and speakers that nothing needs any more', async () => {
      const file = JSON.parse(fixture('coscup-2023-excerpt.json')) as {
        rooms: unknown[]
        speakers: unknown[]
      }
      await bench.import(JSON.stringify(file))
      const fewer = { ...file, rooms: file.rooms.slice(0, -1), speakers: file.speakers.slice(0, -1) }
      const { counts } = await bench.import(JSON.stringify(fewer))
      expect(counts.rooms).toBe('removed 1, unchanged 3')
      expect(counts.speakers).toBe('removed 1, unchanged 3')
      expect(await bench.rows(rooms)).toHaveLength(3)
    })

    it('finds rows whose guids an earlier version stored in capitals, and keeps their ids', async () => {
      const text = fixture('hub-excerpt.json')
      await bench.import(text)
      const [row] = await bench.rows(sessions)
      const key = row!.source_key!.toUpperCase()
      const oldId = toRowId(row!.source!, key)
      const table = moduleTables(bench.db.kysely).updateTable(sessions.name)
      await table.set({ id: oldId, source_key: key }).where('id', '=', row!.id).execute()
      const { counts } = await bench.import(text, {}, later)
      expect(counts.sessions).toMatch(/^unchanged \d+$/)
      expect(await bench.rows(sessions, { id: oldId })).toHaveLength(1)
    })

    it('leaves another source and rows of the organiser alone', async () => {
      await bench.import(fixture('democon-excerpt.json'))
      await bench.db.transaction((trx) =>
        upsertRows(trx, rooms, [{ id: 'own', position: 1, name: { 'zh-CN': '大厅', en: 'Hall' } }], { now }),
      )
      const before = await bench.rows(sessions)
      await bench.import(fixture('camp-2019-excerpt.json'))
      const changed = JSON.parse(fixture('camp-2019-excerpt.json')) as {
        schedule: { conference: { days: unknown[] } }
      }
      changed.schedule.conference.days.pop()
      const { counts } = await bench.import(JSON.stringify(changed))
      expect(counts.sessions).toBe('cancelled 2, unchanged 2')
      expect(await bench.rows(sessions, { source: 'schedule:democon' })).toEqual(before)
      expect(await bench.rows(rooms, { id: 'own' })).toHaveLength(1)
    })
  })
})

eachDatabase('a schedule in place of the sample', (place) => {
  const bench = importBench(place)

  it('takes the sample out, but for what others need', async () => {
    const name = { 'zh-CN': '会场', en: 'Room' }
    await bench.db.transaction(async (trx) => {
      const sample = { source: 'sample' }
      const sampleRooms = ['used', 'unused'].map((id, position) => ({ id, position, name, ...sample }))
      await upsertRows(trx, rooms, sampleRooms, { now })
      const times = { starts_at: '2023-09-05T01:00:00Z', ends_at: '2023-09-05T02:00:00Z', title: name }
      const taken = { id: 's1', ...times, room: 'unused', ...sample }
      await upsertRows(trx, sessions, [taken, { id: 's2', ...times, room: 'used' }], { now })
    })
    const { printed } = await bench.import(fixture('democon-excerpt.json'), { replaceSample: true })
    expect(printed).toContain('Rows of the sample forum taken out: 2.')
    expect(await bench.rows(sessions, { id: ['s1', 's2'] })).toMatchObject([{ id: 's2' }])
    expect(await bench.rows(rooms, { id: ['used', 'unused'] })).toMatchObject([{ id: 'used' }])
  })

  it('reads times that have neither offset nor zone as those of the forum, and says so', async () => {
    const event = '<event id="1"><start>09:30</start><title>t</title><duration>00:30</duration></event>'
    const { taken, printed } = await bench.import(
      `<schedule><conference><title>Old</title></conference>
       <day date="2019-02-02"><room name="Hall">${event}</room></day></schedule>`,
    )
    expect(taken).toBe(true)
    expect(printed.at(-1)).toContain('Asia/Shanghai, the zone of the forum')
    expect(await bench.rows(sessions)).toMatchObject([{ starts_at: '2019-02-02T01:30:00Z' }])
  })

  it('reads a time without an offset as the other times of the file are written', async () => {
    const [first, second] = ['2032-06-12T09:30:00+02:00', '2032-06-12T10:30:00'].map(
      (date, index) =>
        `<event id="${index}"><title>t${index}</title><date>${date}</date><duration>0:30</duration></event>`,
    )
    const day = `<day><room name="Hall">${first}${second}</room></day>`
    const { printed } = await bench.import(`<schedule><conference/>${day}</schedule>`, { asForum: true })
    expect(printed.join()).toContain('Etc/GMT-2, which has the offset of the others')
    const starts = new Set((await bench.rows(sessions)).map((row) => row['starts_at']))
    expect(starts).toEqual(new Set(['2032-06-12T07:30:00Z', '2032-06-12T08:30:00Z']))
  })

  it('makes the conference the forum', async () => {
    await bench.import(fixture('fosdem-2025-excerpt.xml'), { asForum: true })
    expect(await bench.rows(settings, { name: 'forum' })).toMatchObject([
      {
        is_public: true,
        value: { name: { en: 'FOSDEM 2025' }, timeZone: 'Europe/Brussels', startsOn: '2025-02-01' },
      },
    ])
  })
})

/** Two of three sessions are bad. */
function twoBad(): string {
  const file = JSON.parse(fixture('coscup-2023-excerpt.json')) as { sessions: Record<string, unknown>[] }
  const [first, second] = file.sessions
  Object.assign(first ?? {}, { end: '2023-07-01T00:00:00+08:00' })
  Object.assign(second ?? {}, { room: '' })
  return JSON.stringify(file)
}

eachDatabase('a bad schedule', (place) => {
  const bench = importBench(place)

  it('is listed one line per bad entry, and nothing is written', async () => {
    const { taken, complaints } = await bench.import(twoBad())
    expect(taken).toBe(false)
    expect(complaints).toEqual([
      expect.stringMatching(/^sessions\[0\], \w{6} “.+”: the end is not after the start$/),
      expect.stringMatching(/^sessions\[1\], \w{6} “.+”: no room$/),
      expect.stringMatching(/^Sessions that cannot be taken: 2\. Nothing was changed/),
    ])
    expect(await bench.rows(sessions)).toEqual([])
    expect(await bench.rows(rooms)).toEqual([])
  })

  it('is taken without its bad entries when asked, and those of an earlier import stay as they were', async () => {
    await bench.import(fixture('coscup-2023-excerpt.json'))
    const { taken, counts } = await bench.import(twoBad(), { skipBad: true })
    expect(taken).toBe(true)
    expect(counts.sessions).toBe('unchanged 1')
    const states = (await bench.rows(sessions)).map((row) => row['state'])
    expect(states).toEqual(['confirmed', 'confirmed', 'confirmed'])
  })

  it.each<[what: string, file: string | URL, line: RegExp]>([
    ['cut off', fixture('democon-excerpt.json').slice(0, 3000), /^line \d+, column \d+: The JSON is cut off/],
    ['without one good entry', '{"sessions":[{"id":"A"}]}', /^sessions\[0\], A: no title; no start;/],
    ['that is not there', new URL('nowhere.xml', fixtures), /^There is no file .*nowhere\.xml\.$/],
  ])('%s is told in one line', async (_, file, line) => {
    const { taken, complaints } = await bench.import(file, { skipBad: true })
    expect([taken, complaints[0]]).toEqual([false, expect.stringMatching(line)])
    expect(await bench.rows(sessions)).toEqual([])
  })

  it('has written nothing when the import ends in the middle', async () => {
    const schedule = parseSchedule(Buffer.from(fixture('democon-excerpt.json')))
    const breaking = writeSchedule(bench.db, schedule, {
      now,
      dryRun: false,
      replaceSample: false,
      asForum: false,
      progress: (step) => {
        if (step === 'sessions') throw new Error('power cut')
      },
    })
    await expect(breaking).rejects.toThrow('power cut')
    expect(await bench.rows(rooms)).toEqual([])
    expect(await bench.rows(speakers)).toEqual([])
  })
})

/** Prepares a suite for importing. Files are given as text, or by their address. */
function importBench(place: TestPlace) {
  let db: Database
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'forum-import-'))
    db = await place.open()
    await migrate(db)
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))
  beforeEach(async () => {
    for (const { name } of [sessions, tracks, speakers, rooms, settings]) {
      await moduleTables(db.kysely).deleteFrom(name).execute()
    }
  })

  return {
    get db() {
      return db
    },
    rows: (definition: ModuleDefinition, where?: Parameters<typeof readRows>[2]) =>
      readRows(db.kysely, definition, where),
    findSession: async (code: string) => (await readRows(db.kysely, sessions, { code }))[0],
    import: async (file: string | URL, switches: Partial<ImportFileOptions> = {}, at = now) => {
      const path = file instanceof URL ? file.pathname : join(folder, 'schedule')
      if (typeof file === 'string') await writeFile(path, file)
      const printed: string[] = []
      const complaints: string[] = []
      const all = { dryRun: false, skipBad: false, replaceSample: false, asForum: false, ...switches }
      const importing = importFile(path, all, {
        openDatabase: async () => ({ ...db, close: async () => {} }),
        now: () => at,
        locale: 'en',
        print: (line) => printed.push(line),
        printError: (line) => complaints.push(line),
      })
      const taken = await importing.then(
        () => true,
        (error: unknown) => {
          if (!(error instanceof InvalidScheduleError)) throw error
          complaints.push(formatIssueLine('en', error.issue))
          return false
        },
      )
      return { taken, complaints, printed, counts: countsIn(printed) }
    },
  }
}

/** The table of the report. */
function countsIn(printed: readonly string[]): Record<string, string> {
  const start = printed.findIndex((line) => line.trim().startsWith('new '))
  if (start === -1) return {}
  const columns = printed[start]?.trim().split(/\s+/) ?? []
  const rows = printed.slice(start + 1, start + 5).map((line) => line.split(/\s+/))
  return Object.fromEntries(
    rows.map(([module = '', ...counts]) => [
      module,
      columns
        .map((column, index) => [column, counts[index]])
        .filter(([, count]) => count !== '0')
        .map((pair) => pair.join(' '))
        .join(', '),
    ]),
  )
}
