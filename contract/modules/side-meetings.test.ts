import { describe, expect, it, test } from 'vitest'
import chinese from '../../locales/zh-CN/errors.json' with { type: 'json' }
import english from '../../locales/en/errors.json' with { type: 'json' }
import { sideMeetings as sampleMeetings } from '../../server/sample/people.ts'
import { fillIn } from '../../tests/support/forms.ts'
import { sideMeetings } from './side-meetings.ts'

const applied = {
  name: 'Storage round table',
  master_unit: 'Institute of Storage',
  subject: 'Costs of storage',
  guests: ['Head of the institute', 'Planner of a grid', 'Engineer'],
  apply_date: '2023-09-06',
  start_time_at: '09:00',
  end_time_at: '11:00',
  room_size: '50-100',
  need_interpretaion_equipment: false,
  status: 'submitted',
}
const fill = (more: object) => fillIn(sideMeetings, { ...applied, ...more })

describe('a side meeting', () => {
  it('has the fields of the specification under its names, one of them misspelt [158-161, 173, 178, T26]', () => {
    const wire = ['name', 'master_unit', 'subject', 'guests', 'apply_date', 'start_time_at', 'end_time_at']
    const room = ['room_size', 'need_interpretaion_equipment']
    const theirs = ['assigned_date', 'assigned_start_time_at', 'assigned_end_time_at', 'assigned_room']
    expect(Object.keys(sideMeetings.fields)).toEqual(
      expect.arrayContaining([...wire, ...room, ...theirs, 'paid_at']),
    )
    expect(sideMeetings.fields).not.toHaveProperty('need_interpretation_equipment')
    expect(sideMeetings.fields.room_size.options?.map(({ value }) => value)).toEqual([
      '50-100',
      '100-150',
      '250',
    ])
  })

  test('that is filled in is right [162, 163]', () => {
    expect(fill({}).problems).toEqual({})
  })

  test.each([
    ['none', []],
    ['two', ['A', 'B']],
  ])('wants three guests: %s is refused in the words of the specification [162, 163, T31]', (_, guests) => {
    expect(fill({ guests }).problems).toEqual({ guests: 'side_meeting.guests.min3' })
    expect(english['side_meeting.guests.min3']).toBe('The number of guests must not be less than 3')
    expect(chinese['side_meeting.guests.min3']).toMatch(/3/)
  })

  test.each([
    ['a blank guest', ['A', 'B', '   ']],
    ['a guest of blanks of full width', ['A', 'B', '　　']],
    ['the same guest twice', ['A', 'B', 'A']],
    ['the same guest with blanks around', ['A', 'B', ' B ']],
    ['a guest of 81 characters', ['A', 'B', 'C'.repeat(81)]],
    ['a guest that is no text', ['A', 'B', 3]],
    ['text for a list', 'A, B, C'],
  ])('refuses %s [T31]', (_, guests) => {
    expect(Object.keys(fill({ guests }).problems).join()).toMatch(/^guests/)
  })

  test.each([
    ['09:00', '11:00', {}],
    ['21:59', '23:59', {}],
    ['09:00', '10:59', { end_time_at: 'side_meeting.duration.min2h' }],
    ['09:00', '09:00', { end_time_at: 'side_meeting.duration.min2h' }],
    ['11:00', '09:00', { end_time_at: 'side_meeting.duration.min2h' }],
    ['22:00', '01:00', { end_time_at: 'side_meeting.duration.min2h' }],
    ['09:00', '24:00', { end_time_at: 'field.not_valid' }],
    ['9:00', '11:00', { start_time_at: 'field.not_valid' }],
  ])('from %s to %s: %j [171, 172, T32]', (start_time_at, end_time_at, problems) => {
    expect(fill({ start_time_at, end_time_at }).problems).toEqual(problems)
  })

  test('that is too short is told in the words of the specification [171, 172]', () => {
    const text = 'The duration of the meeting must not be less than 2 hours'
    expect(english['side_meeting.duration.min2h']).toBe(text)
    expect(chinese['side_meeting.duration.min2h']).toMatch(/2小时/)
  })

  test('an assigned time is at least as long', () => {
    const times = { assigned_start_time_at: '09:00', assigned_end_time_at: '10:30' }
    expect(fill(times).problems).toEqual({ assigned_end_time_at: 'side_meeting.duration.min2h' })
  })

  test('a day outside of the forum is no fault; one that the calendar lacks is [T32]', () => {
    expect(fill({ apply_date: '2023-10-01' }).problems).toEqual({})
    expect(fill({ apply_date: '2023-09-31' }).problems).toEqual({ apply_date: 'field.not_valid' })
  })

  test('a room of another size is refused', () => {
    const assigned = { ...applied, assigned_room: 'mr-1' }
    const inRoom = (size: string) => fillIn(sideMeetings, assigned, () => ({ id: 'mr-1', size })).problems
    expect(inRoom('50-100')).toEqual({})
    expect(inRoom('250')).toEqual({
      assigned_room: 'side_meeting.room.size',
    })
  })

  test.each(sampleMeetings)('the sample $id keeps to the rules', (row) => {
    const size = row.room_size
    expect(fillIn(sideMeetings, row, () => ({ id: 'mr', size })).problems).toEqual({})
  })

  test('the sample has one in every state but the cancelled [186]', () => {
    const states = sideMeetings.fields.status.options?.map(({ value }) => value)
    expect(new Set(sampleMeetings.map(({ status }) => status))).toEqual(
      new Set(states?.filter((value) => value !== 'cancelled')),
    )
  })
})
