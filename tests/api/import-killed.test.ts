import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { rooms } from '#contract/modules/rooms.ts'
import { sessions } from '#contract/modules/sessions.ts'
import { migrate } from '#server/db/migrate.ts'
import { readRows } from '#server/engine/write-rows.ts'
import { bothDatabases, type DataPlace } from '../support/databases.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** Enough for the writing to take a while. */
const sessionCount = 4000

function largeSchedule(): string {
  const events = Array.from({ length: sessionCount }, (_, index) => {
    const date = new Date(Date.UTC(2025, 0, 1) + index * 3_600_000).toISOString()
    return `<event id="${index + 1}"><title>Session ${index}</title><date>${date}</date><duration>0:30</duration></event>`
  })
  const head = '<conference><acronym>large</acronym></conference>'
  return `<schedule>${head}<day><room name="Hall">${events.join('\n')}</room></day></schedule>`
}

/** Runs the command in a process of its own. @returns the signal that ended it, or its exit code */
async function importInProcess(place: DataPlace, file: string, killAt?: string): Promise<unknown> {
  const env = { ...process.env, LANG: 'en', DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl ?? '' }
  const args = ['--disable-warning=ExperimentalWarning', 'scripts/forum.ts', 'import-schedule', file]
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
  child.stdout.on('data', (chunk) => {
    if (killAt !== undefined && String(chunk).includes(killAt)) child.kill('SIGKILL')
  })
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
  return signal ?? code
}

bothDatabases('an import that is killed', (place) => {
  it('has written nothing, and can be repeated', async () => {
    const db = await place.open()
    await migrate(db)
    const file = join(place.place.dataDir, 'large.xml')
    await writeFile(file, largeSchedule())
    expect(await importInProcess(place.place, file, 'Writing sessions')).toBe('SIGKILL')
    expect(await readRows(db.kysely, rooms)).toEqual([])
    expect(await readRows(db.kysely, sessions)).toEqual([])
    expect(await importInProcess(place.place, file)).toBe(0)
    expect(await readRows(db.kysely, sessions)).toHaveLength(sessionCount)
  })
})
