import { describe, expect, it } from 'vitest'
import { buildProgramme, trackColours } from './programme.ts'
import { createProgramme, roomRows, sessionRow } from './programme.fixture.ts'

const at = (id: string, starts_at: string, ends_at: string) => sessionRow({ id, starts_at, ends_at })

describe('the day of a session', () => {
  it('is the date on which it starts in the forum zone', () => {
    const programme = createProgramme(
      at('late', '2023-09-05T15:30:00Z', '2023-09-05T16:30:00Z'),
      at('night', '2023-09-05T16:15:00Z', '2023-09-05T17:00:00Z'),
    )
    expect(programme.byId.get('late')?.day).toBe('2023-09-05')
    expect(programme.byId.get('night')?.day).toBe('2023-09-06')
  })
})

describe('buildProgramme', () => {
  it('orders by start, then by the order of rooms, sessions without a room last', () => {
    const programme = createProgramme(
      sessionRow({ id: 'nowhere' }),
      sessionRow({ id: 'b', room: 'hall-b' }),
      sessionRow({ id: 'a', room: 'hall-a' }),
      sessionRow({ id: 'earlier', starts_at: '2023-09-06T00:30:00Z', room: 'hall-b' }),
    )
    expect(programme.items.map((item) => item.id)).toEqual(['earlier', 'a', 'b', 'nowhere'])
  })

  it('orders sessions of one room and time by the numbers in their titles', () => {
    const titles = Object.entries({ a: 'Poster 10', b: 'Poster 2', c: 'Poster 1' })
    const programme = createProgramme(
      ...titles.map(([id, en]) => sessionRow({ id, title: { 'zh-CN': '', en } })),
    )
    expect(programme.items.map((item) => item.id)).toEqual(['c', 'b', 'a'])
  })

  it('keeps a session whose room, track and speakers are not there', () => {
    const [item] = createProgramme(
      sessionRow({ id: 's', room: 'gone', track: 'gone', speakers: ['gone', 'dean'] }),
    ).items
    expect(item?.room).toBeUndefined()
    expect(item?.track).toBeUndefined()
    expect(item?.speakers.map((speaker) => speaker.id)).toEqual(['dean'])
  })

  it('leaves out a row whose times cannot be read', () => {
    expect(createProgramme(sessionRow({ id: 's', starts_at: 'soon' })).items).toEqual([])
  })

  it('takes the track colours again from the first when they run out', () => {
    const tracks = Array.from({ length: trackColours + 2 }, (_, index) => ({
      id: `t${index}`,
      position: index,
      code: null,
      name: { 'zh-CN': '', en: `${index}` },
      starts_at: null,
      ends_at: null,
    }))
    const colours = buildProgramme(
      { sessions: [], tracks, rooms: roomRows, speakers: [] },
      'Asia/Shanghai',
    ).tracks
    expect(colours.map((track) => track.colour).slice(-3)).toEqual([trackColours, 1, 2])
  })
})

describe('sub-forums', () => {
  it('stand in the order of their numbers, however they were imported, other tracks after them [T35]', () => {
    const codes = ['IX', 'Poster', 'X', 'IV', 'V', '', 'I', 'XI', 'II']
    const tracks = codes.map((code, position) => ({
      id: `t${position}`,
      position,
      code: code || null,
      name: { 'zh-CN': code, en: code },
      starts_at: null,
      ends_at: null,
    }))
    const programme = buildProgramme({ sessions: [], tracks, rooms: [], speakers: [] }, 'Asia/Shanghai')
    expect(programme.tracks.map((track) => track.code)).toEqual([
      'I',
      'II',
      'IV',
      'V',
      'IX',
      'X',
      'XI',
      'Poster',
      null,
    ])
  })
})
