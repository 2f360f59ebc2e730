import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseSchedule } from './parse-schedule.ts'

/** Folder with public schedules, whose content we may not ship. Without it these tests are skipped. */
const folder = process.env['FORUM_SCHEDULES'] ?? ''

describe('whole schedules of real conferences', () => {
  it.skipIf(folder === '').each([
    ['coscup-2023-session.json', { sessions: 352, speakers: 415, rooms: 28, tracks: 39 }],
    ['fosdem-2025.xml', { sessions: 1105, speakers: 1193, rooms: 35, tracks: 79 }],
    ['frab-camp2019.json', { sessions: 79, speakers: 90, rooms: 2, tracks: 7 }],
    ['pretalx-democon.json', { sessions: 36, speakers: 27, rooms: 2, tracks: 2 }],
    ['hub-schedule2.json', { sessions: 2, speakers: 4, rooms: 5, tracks: 7 }],
    ['invalid-example.json', { sessions: 1, speakers: 1, rooms: 1, tracks: 1 }],
  ])('%s is taken whole', (name, counts) => {
    const { sessions, speakers, rooms, tracks, issues } = parseSchedule(readFileSync(join(folder, name)))
    expect(issues).toEqual([])
    expect({
      sessions: sessions.length,
      speakers: speakers.length,
      rooms: rooms.length,
      tracks: tracks.length,
    }).toEqual(counts)
  })
})
