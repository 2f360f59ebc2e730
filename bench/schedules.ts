import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ForumProcess } from '../tests/support/forum-process.ts'

/** Folder with public schedules, whose content we may not ship. */
const folder = process.env['FORUM_SCHEDULES'] ?? ''

/** The public schedules that are measured, in the folder of `FORUM_SCHEDULES`. */
export const schedules = [
  { file: 'coscup-2023-session.json', name: 'COSCUP 2023', sessions: 352 },
  { file: 'fosdem-2025.xml', name: 'FOSDEM 2025', sessions: 1105 },
] as const

/** True when the folder has the schedule. Otherwise prints that its figures are skipped. */
export function hasSchedule(file: string): boolean {
  if (existsSync(join(folder, file))) return true
  process.stdout.write(`  skipped: FORUM_SCHEDULES names no folder with ${file}\n`)
  return false
}

/** Replaces the sample's programme by a public schedule. */
export async function importSchedule(forum: ForumProcess, file: string): Promise<void> {
  await forum.forum(['import-schedule', join(folder, file), '--skip-bad', '--replace-sample', '--as-forum'])
}
