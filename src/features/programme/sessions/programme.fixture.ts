import { buildProgramme, type Programme } from './programme.ts'
import type { RoomRow, SessionRow, SpeakerRow, TrackRow } from './programme.ts'

const text = (zh: string, en: string) => ({ 'zh-CN': zh, en })

/** Creates a session row with defaults for all that a test does not set. */
export function sessionRow(row: Partial<SessionRow> & { id: string }): SessionRow {
  return {
    version: 1,
    code: null,
    type: 'talk',
    state: 'confirmed',
    title: text(`议题 ${row.id}`, `Session ${row.id}`),
    title_initials: null,
    subtitle: null,
    language: 'zh-CN',
    starts_at: '2023-09-06T01:00:00Z',
    ends_at: '2023-09-06T02:00:00Z',
    track: null,
    room: null,
    other_rooms: [],
    speakers: [],
    ...row,
  }
}

export const trackRows: TrackRow[] = [
  track('t1', 1, 'I', text('能源转型与气候目标', 'Energy transition and climate goals')),
  track('t2', 2, 'II', text('风能与太阳能', 'Wind and solar power')),
  track('t3', 3, 'III', text('新型储能', 'Energy storage')),
]

export const roomRows: RoomRow[] = [
  { id: 'hall-a', position: 1, name: text('A厅', 'Hall A'), floor: null },
  { id: 'hall-b', position: 2, name: text('B厅', 'Hall B'), floor: null },
]

export const speakerRows: SpeakerRow[] = [
  { id: 'dean', name: text('能源学院院长', 'Dean of the School of Énergie'), organisation: null },
]

/** Creates a programme of the sessions in Shanghai's time zone. */
export function createProgramme(...sessions: SessionRow[]): Programme {
  return buildProgramme(
    { sessions, tracks: trackRows, rooms: roomRows, speakers: speakerRows },
    'Asia/Shanghai',
  )
}

function track(id: string, position: number, code: string, name: { 'zh-CN': string; en: string }): TrackRow {
  return { id, position, code, name, starts_at: null, ends_at: null }
}
