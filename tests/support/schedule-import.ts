import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { ModuleDefinition } from '#contract/module-definition.ts'
import { rooms } from '#contract/modules/rooms.ts'
import { sessions } from '#contract/modules/sessions.ts'
import { settings } from '#contract/modules/settings.ts'
import { speakers } from '#contract/modules/speakers.ts'
import { tracks } from '#contract/modules/tracks.ts'
import type { Database } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { moduleTables } from '#server/engine/module-tables.ts'
import { readRows, type TrustedRow } from '#server/engine/write-rows.ts'
import { ScheduleRefused } from '#server/feeds/import/fault.ts'
import { importFile, type ImportSwitches } from '#server/feeds/import/import-file.ts'
import { faultLine } from '#server/feeds/import/texts.ts'
import type { TestPlace } from './databases.ts'

/** Excerpts of real schedules. */
export const fixtures = new URL('../fixtures/schedules/', import.meta.url)
/** The time of a first import, and of one a day later. */
export const now = new Date('2025-01-01T00:00:00Z')
export const later = new Date('2025-01-02T00:00:00Z')

/** The text of an excerpt. */
export function fixture(name: string): string {
  return readFileSync(new URL(name, fixtures), 'utf8')
}

/** What an import told the operator. */
export interface ImportOutcome {
  taken: boolean
  complaints: string[]
  printed: string[]
  /** `{ sessions: 'new 3, unchanged 2' }`, zeros left out. */
  counts: Record<string, string>
}

/** Imports of schedules into a database that is empty before each test. */
export interface ImportBench {
  readonly db: Database
  import(file: string | URL, switches?: Partial<ImportSwitches>, at?: Date): Promise<ImportOutcome>
  rows(definition: ModuleDefinition, where?: Parameters<typeof readRows>[2]): Promise<TrustedRow[]>
  findSession(code: string): Promise<TrustedRow | undefined>
}

/** Prepares a suite for importing. Files are given as text, or by their address. */
export function importBench(place: TestPlace): ImportBench {
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
    rows: (definition, where) => readRows(db.kysely, definition, where),
    findSession: async (code) => (await readRows(db.kysely, sessions, { code }))[0],
    import: async (file, switches = {}, at = now) => {
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
        complain: (line) => complaints.push(line),
      })
      const taken = await importing.then(
        () => true,
        (error: unknown) => {
          if (!(error instanceof ScheduleRefused)) throw error
          complaints.push(faultLine('en', error.fault))
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
