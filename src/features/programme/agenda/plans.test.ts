import { describe, expect, it } from 'vitest'
import * as fc from 'fast-check'
import { countFilters, parseAgendaSearch, withoutFilters, withValues } from './agenda-search.ts'
import { createSessionFilter, listFilterOptions } from './filters.ts'
import { findOverlaps, listConcurrentSessions } from '#features/programme/session-times'
import { layOutDay } from './time-grid.ts'
import { createProgramme, roomRows, sessionRow } from '../sessions/programme.fixture.ts'

const minuteOf = (minute: number) =>
  new Date(Date.parse('2023-09-06T01:00:00Z') + minute * 60_000).toISOString()
const span = (id: string, from: number, to: number, more = {}) =>
  sessionRow({ id, starts_at: minuteOf(from), ends_at: minuteOf(to), ...more })

describe('parseAgendaSearch', () => {
  it('takes what it knows', () => {
    const search = { day: '2023-09-06', view: 'grid', mine: true, track: 't1,t2', room: 12, q: 'wind' }
    expect(parseAgendaSearch(search)).toEqual({ ...search, room: '12' })
  })

  it('leaves out what it does not understand', () => {
    expect(
      parseAgendaSearch({
        day: 'today',
        view: 'wall',
        mine: 'no',
        track: 'a b',
        room: ['x'],
        q: ' ',
        page: 2,
      }),
    ).toEqual({})
  })

  it('adds and removes values, and counts filters', () => {
    const search = withValues({ day: '2023-09-06', q: 'wind', mine: true }, 'track', ['t1', 't2'])
    expect(search.track).toBe('t1,t2')
    expect(countFilters(search)).toBe(2)
    expect(withValues(search, 'track', [])).not.toHaveProperty('track')
    expect(withoutFilters(search)).toEqual({ day: '2023-09-06', q: 'wind' })
  })
})

describe('filters', () => {
  const programme = createProgramme(
    span('a', 0, 10, { track: 't1', room: 'hall-a' }),
    span('b', 0, 10, { track: 't1', room: 'hall-b' }),
    span('c', 0, 10, { track: 't2', room: 'hall-b', language: 'en' }),
  )
  const listIds = (search: Parameters<typeof createSessionFilter>[0]) =>
    programme.items.filter(createSessionFilter(search, (id) => id === 'c')).map((item) => item.id)

  it('joins the values of one filter by or, and filters by and', () => {
    expect(listIds({ track: 't1,t2' })).toEqual(['a', 'b', 'c'])
    expect(listIds({ track: 't1', room: 'hall-b' })).toEqual(['b'])
    expect(listIds({ language: 'en' })).toEqual(['c'])
  })

  it('narrows to starred sessions', () => {
    expect(listIds({ mine: true })).toEqual(['c'])
  })

  it('offers the values that occur, most frequent first', () => {
    expect(listFilterOptions(programme, 'language')).toEqual([
      { value: 'zh', count: 2 },
      { value: 'en', count: 1 },
    ])
  })
})

const listOverlaps = (...rows: ReturnType<typeof span>[]) =>
  Object.fromEntries(
    [...findOverlaps(createProgramme(...rows).items)].map(([id, others]) => [
      id,
      others.map((other) => other.id),
    ]),
  )

describe('findOverlaps', () => {
  it('tells each of two sessions of the other', () => {
    expect(listOverlaps(span('a', 0, 60), span('b', 30, 90))).toEqual({ a: ['b'], b: ['a'] })
  })

  it('is quiet when ends touch', () => {
    expect(listOverlaps(span('a', 0, 60), span('b', 60, 90))).toEqual({})
  })

  it('is quiet about a cancelled session', () => {
    expect(listOverlaps(span('a', 0, 60), span('b', 30, 90, { state: 'cancelled' }))).toEqual({})
  })

  it('finds a long session behind a short one', () => {
    expect(listOverlaps(span('long', 0, 300), span('short', 10, 20), span('late', 200, 210))).toEqual({
      long: ['short', 'late'],
      short: ['long'],
      late: ['long'],
    })
  })

  it('lists what else runs during a session', () => {
    const programme = createProgramme(span('a', 0, 60), span('b', 30, 90), span('c', 60, 90))
    const item = programme.byId.get('a')
    expect(item && listConcurrentSessions(programme, item).map((other) => other.id)).toEqual(['b'])
  })
})

const scaleFor = (minutes: number) => layOutDay(createProgramme(span('a', 0, minutes)).items, roomRows).scale

describe('layOutDay', () => {
  it('starts and ends at full hours and holds only rooms in use, in their order', () => {
    const grid = layOutDay(
      createProgramme(span('b', 15, 45, { room: 'hall-b' }), span('nowhere', 50, 100)).items,
      roomRows,
    )
    expect(grid.minutes).toBe(120)
    expect(grid.hours).toHaveLength(2)
    expect(grid.columns.map((column) => column.roomId)).toEqual(['hall-b', ''])
    expect(grid.columns[0]?.blocks[0]).toMatchObject({ fromMinutes: 15, minutes: 30, lane: 0, lanes: 1 })
  })

  it('has a session that is seen in several rooms in the column of each', () => {
    const opening = span('opening', 0, 60, { room: 'hall-a', other_rooms: ['hall-b', 'gone'] })
    const grid = layOutDay(createProgramme(opening).items, roomRows)
    expect(grid.columns.map(({ roomId, blocks }) => [roomId, blocks[0]?.item.id])).toEqual([
      ['hall-a', 'opening'],
      ['hall-b', 'opening'],
    ])
  })

  it('is empty for a day without sessions', () => {
    expect(layOutDay([], roomRows).columns).toEqual([])
  })

  it('cuts a session whose end lies days away', () => {
    expect(layOutDay(createProgramme(span('a', 0, 60 * 24 * 9)).items, roomRows).minutes).toBe(30 * 60)
  })

  it('never lays two sessions of a room over each other', () => {
    const spans = fc.array(fc.tuple(fc.integer({ min: 0, max: 600 }), fc.integer({ min: 1, max: 200 })), {
      maxLength: 25,
    })
    fc.assert(
      fc.property(spans, (intervals) => {
        const rows = intervals.map(([from, minutes], index) =>
          span(`s${index}`, from, from + minutes, { room: 'hall-a' }),
        )
        const column = layOutDay(createProgramme(...rows).items, roomRows).columns[0]
        const blocks = column?.blocks ?? []
        const crowds = column?.crowds ?? []
        const inCrowds = crowds.flatMap(({ items }) => items.map(({ id }) => id))
        const ids = [...blocks.map(({ item }) => item.id), ...inCrowds]
        expect(ids.toSorted()).toEqual(rows.map(({ id }) => id).toSorted())
        const crowded = crowds.map((crowd) => ({ ...crowd, lane: 0, lanes: 1 }))
        for (const [index, a] of [...blocks, ...crowded].entries()) {
          expect(a.lane).toBeLessThan(a.lanes)
          for (const b of [...blocks, ...crowded].slice(index + 1)) {
            const isOverlapping =
              a.fromMinutes < b.fromMinutes + b.minutes && b.fromMinutes < a.fromMinutes + a.minutes
            expect(isOverlapping && (a.lane === b.lane || a.lanes !== b.lanes)).toBe(false)
          }
        }
      }),
    )
  })

  it('has one block for more sessions at once than can stand side by side, and a line’s height for the shortest', () => {
    const atOnce = (count: number) =>
      Array.from({ length: count }, (_, index) => span(`s${index}`, 60, 120, { room: 'hall-a' }))
    const short = span('short', 0, 5, { room: 'hall-a' })
    const [few] = layOutDay(createProgramme(short, ...atOnce(4)).items, roomRows).columns
    expect([few?.lanes, few?.blocks.length, few?.crowds]).toEqual([4, 5, []])
    const grid = layOutDay(createProgramme(short, ...atOnce(13)).items, roomRows)
    const [many] = grid.columns
    expect(many?.crowds).toMatchObject([{ fromMinutes: 60, minutes: 60, items: { length: 13 } }])
    expect(many?.blocks.map(({ item, minutes }) => [item.id, minutes * grid.scale])).toEqual([['short', 24]])
  })

  it('is taller for short sessions, within limits', () => {
    expect([1, 5, 20, 90].map(scaleFor)).toEqual([4, 4, 2.8, 1.25])
  })
})
