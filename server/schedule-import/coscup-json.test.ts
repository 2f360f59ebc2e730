import { describe, expect, it } from 'vitest'
import { parseSchedule } from './parse-schedule.ts'

const read = (file: object) => parseSchedule(Buffer.from(JSON.stringify(file)))
const at = (hour: number): string => `2032-06-12T${hour}:00:00+08:00`

describe('COSCUP JSON', () => {
  it('names types in words and has live addresses', () => {
    const types = [
      ['B', '休息', 'Snacks'],
      ['P', '座談', 'Talking'],
      ['K', '主題', 'Keynote'],
      ['L', '閃電秀', 'Lightning talk'],
    ]
    const sessions = types.map(([type], index) => ({
      id: type,
      type,
      room: 'R0',
      start: at(10 + index),
      end: at(11 + index),
      live: 'https://video.example.tw/h3',
      zh: { title: type },
    }))
    const sessionTypes = types.map(([id, zh, en]) => ({ id, zh: { name: zh }, en: { name: en } }))
    const schedule = read({ sessions, session_types: sessionTypes })
    expect(schedule.sessions.map(({ type }) => type)).toEqual(['break', 'panel', 'keynote', 'talk'])
    expect(schedule.sessions[0]?.links).toEqual([
      { url: 'https://video.example.tw/h3', title: 'video.example.tw' },
    ])
  })

  it('has speakers, rooms and addresses in the shapes that its sisters write', () => {
    const session = {
      id: 'a',
      room: 'R0',
      broadcast: 'R1',
      start: at(10),
      end: at(11),
      title: 'Knots',
      speakers: [{ name: 'Avo' }, { id: 'sp1' }],
      live: ['https://video.example.tw/1', { url: 'https://video.example.tw/2' }],
    }
    const rooms = [{ id: 'R1', name: 'Class' }]
    const schedule = read({ sessions: [session], speakers: [{ id: 'sp1', name: 'Bea' }], rooms })
    expect(schedule.speakers.map(({ name }) => name.en)).toEqual(['Bea', 'Avo'])
    expect(schedule.sessions[0]?.speakerKeys).toEqual(['Avo', 'sp1'])
    expect(schedule.rooms.map(({ name }) => name.en)).toEqual(['Class', 'R0'])
    expect(schedule.sessions).toMatchObject([
      { otherRoomKeys: ['R1'], links: [{ url: session.live[0] }, { url: 'https://video.example.tw/2' }] },
    ])
  })
})
