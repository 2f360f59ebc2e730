import { describe, expect, it } from 'vitest'
import { createProgramme, sessionRow } from '../sessions/programme.fixture.ts'
import {
  chooseDay,
  findNearestDay,
  listDays,
  findNowIndex,
  groupByStart,
  getTimeState,
} from './session-times.ts'

const forum = { startsOn: '2023-09-05', endsOn: '2023-09-07' }
const at = (id: string, starts_at: string, ends_at: string) => sessionRow({ id, starts_at, ends_at })

describe('listDays', () => {
  it('holds the days of the setting, also those without sessions', () => {
    expect(listDays(createProgramme(sessionRow({ id: 's' })), forum)).toEqual([
      '2023-09-05',
      '2023-09-06',
      '2023-09-07',
    ])
  })

  it('follows an imported schedule that lies elsewhere', () => {
    const programme = createProgramme(at('s', '2025-02-01T09:00:00Z', '2025-02-01T10:00:00Z'))
    expect(listDays(programme, forum)).toEqual(['2025-02-01'])
  })

  it('ignores a setting that spans years', () => {
    expect(listDays(createProgramme(), { startsOn: '2023-09-05', endsOn: '2053-09-07' })).toEqual([])
  })
})

describe('findNearestDay', () => {
  it.each([
    ['2023-09-05', { day: '2023-09-06', count: 2 }],
    ['2023-09-07', { day: '2023-09-06', count: 2 }],
    ['2023-09-06', undefined],
  ])('of %s is %j', (day, nearest) => {
    expect(findNearestDay([{ day: '2023-09-06' }, { day: '2023-09-06' }], day)).toEqual(nearest)
  })

  it('is a later day before an earlier one, and none where nothing is left', () => {
    expect(findNearestDay([{ day: '1' }, { day: '5' }, { day: '4' }], '3')?.day).toBe('4')
    expect(findNearestDay([{ day: '1' }, { day: '2' }], '3')?.day).toBe('2')
    expect(findNearestDay([], '3')).toBeUndefined()
  })
})

describe('chooseDay', () => {
  const days = ['2023-09-05', '2023-09-06']

  it.each([
    ['the day asked for', '2023-09-05', '2023-09-06', '2023-09-05'],
    ['today during the forum', undefined, '2023-09-06', '2023-09-06'],
    ['the first day before and after it', undefined, '2026-01-01', '2023-09-05'],
    ['today when the day asked for does not exist', '2023-09-30', '2023-09-06', '2023-09-06'],
  ])('opens %s', (_, requested, today, day) => {
    expect(chooseDay(days, requested, today)).toBe(day)
  })
})

describe('the line of now', () => {
  const groups = groupByStart(
    createProgramme(
      at('nine', '2023-09-06T01:00:00Z', '2023-09-06T02:00:00Z'),
      at('nine-too', '2023-09-06T01:00:00Z', '2023-09-06T03:00:00Z'),
      at('eleven', '2023-09-06T03:00:00Z', '2023-09-06T04:00:00Z'),
    ).items,
  )
  const findIndex = (instant: string) => findNowIndex(groups, Date.parse(instant))

  it('parts sessions by their start', () => {
    expect(groups.map((group) => group.items.map((item) => item.id))).toEqual([
      ['nine', 'nine-too'],
      ['eleven'],
    ])
  })

  it('stands before the first group that is still to start', () => {
    expect(findIndex('2023-09-06T01:00:00Z')).toBe(1)
    expect(findIndex('2023-09-06T02:59:59Z')).toBe(1)
  })

  it('stands after the last group while that runs', () => {
    expect(findIndex('2023-09-06T03:30:00Z')).toBe(2)
  })

  it('is absent before the first start and after the last end', () => {
    expect(findIndex('2023-09-06T00:59:59Z')).toBeUndefined()
    expect(findIndex('2023-09-06T04:00:00Z')).toBeUndefined()
  })

  it('tells past, now and next by half-open spans', () => {
    const span = { startMs: 10, endMs: 20 }
    expect([9, 10, 19, 20].map((now) => getTimeState(span, now))).toEqual(['next', 'now', 'now', 'past'])
  })
})
