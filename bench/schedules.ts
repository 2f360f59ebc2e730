import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ForumProcess } from '../tests/support/forum-process.ts'

const folder = fileURLToPath(new URL('../../shared/data/schedules/', import.meta.url))

/** The real schedules that figures are given for; they lie beside the project, not in it. */
export const schedules = [
  { file: 'coscup-2023-session.json', name: 'COSCUP 2023', sessions: 352 },
  { file: 'fosdem-2025.xml', name: 'FOSDEM 2025', sessions: 1105 },
] as const

/**
 * Puts a real schedule in the place of the sample's.
 * @throws Error when the file is not there
 */
export async function importSchedule(forum: ForumProcess, file: string): Promise<void> {
  const path = `${folder}${file}`
  if (!existsSync(path))
    throw new Error(`The schedule ${file} is not in shared/data/schedules beside the project.`)
  await forum.forum(['import-schedule', path, '--skip-bad', '--replace-sample', '--as-forum'])
}
