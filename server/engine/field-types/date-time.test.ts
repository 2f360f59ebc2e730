import { describe, expect, it } from 'vitest'
import type { Cell } from '#server/spreadsheets/cell.ts'
import { plainFields } from '../../../tests/support/form-fields.ts'
import { dateCell, meaning, numberCell } from './cells.fixture.ts'

type Case = readonly [Cell, string]

describe('cells of days', () => {
  it.each<Case>([
    ['2023-09-05', '2023-09-05'],
    ['2023/9/5', '2023-09-05'],
    ['2023.9.5', '2023-09-05'],
    ['2023年9月5日', '2023-09-05'],
    [' 2023 年 9 月 5 号 ', '2023-09-05'],
    ['２０２３－０９－０５', '2023-09-05'],
    ['2023-09-05 00:00:00', '2023-09-05'],
    ['2023-09-05T00:00', '2023-09-05'],
    [dateCell('2023-09-05'), '2023-09-05'],
    [dateCell('2023-09-05', '00:00:00'), '2023-09-05'],
    ['5/9/2023', 'cell.date_ambiguous'],
    ['13/9/2023', 'cell.date_ambiguous'],
    ['09-05-23', 'cell.date_ambiguous'],
    ['5.9.2023', 'cell.date_ambiguous'],
    ['5/9/2023 00:00', 'cell.date_ambiguous'],
    ['23-09-05', 'cell.date_ambiguous'],
    ['2023-09/05', 'cell.date_form'],
    ['2023-09', 'cell.date_form'],
    ['9月5日', 'cell.date_form'],
    ['5 September 2023', 'cell.date_form'],
    ['2023-09-05T00:00:00Z', 'cell.date_form'],
    ['2023-02-30', 'cell.no_such_date'],
    ['2023年13月1日', 'cell.no_such_date'],
    ['45174', 'cell.date_number'],
    [numberCell(45_174), 'cell.date_number'],
    ['2023-09-05 09:30', 'cell.date_with_time'],
    [dateCell('2023-09-05', '09:30:00'), 'cell.date_with_time'],
    [dateCell(undefined, '09:30:00'), 'cell.date_form'],
    [true, 'cell.date_form'],
  ])('%j is %s', (cell, value) => {
    expect(meaning(plainFields.date, cell)).toBe(value)
  })
})

describe('cells of times of day', () => {
  it.each<Case>([
    ['9:30', '09:30'],
    ['09:30:00', '09:30'],
    ['9：30', '09:30'],
    ['上午9:30', '09:30'],
    ['下午 3:30', '15:30'],
    ['9:30 PM', '21:30'],
    ['9:30 p.m.', '21:30'],
    ['12:30 AM', '00:30'],
    ['12:30 PM', '12:30'],
    ['9时30分', '09:30'],
    ['9点', '09:00'],
    ['23:59', '23:59'],
    // Refused by the form, which wants whole minutes.
    ['09:30:15', '09:30:15'],
    [dateCell(undefined, '09:30:00'), '09:30'],
    ['24:00', 'cell.time_form'],
    ['9:60', 'cell.time_form'],
    ['上午12:30', 'cell.time_form'],
    ['15:30 PM', 'cell.time_form'],
    ['上午9:30 PM', 'cell.time_form'],
    ['9.30', 'cell.date_number'],
    ['0930', 'cell.date_number'],
    [numberCell(0.395_833_333), 'cell.date_number'],
    ['2023-09-05 09:30', 'cell.time_with_date'],
    [dateCell('2023-09-05', '09:30:00'), 'cell.time_with_date'],
    [dateCell('2023-09-05'), 'cell.time_form'],
  ])('%j is %s', (cell, value) => {
    expect(meaning(plainFields.time, cell)).toBe(value)
  })
})

describe('cells of instants', () => {
  it.each<Case>([
    ['2023-09-05T01:30:00Z', '2023-09-05T01:30:00Z'],
    ['2023-09-05 09:30+08:00', '2023-09-05T01:30:00Z'],
    ['2023-09-05 09:30', '2023-09-05T01:30:00Z'],
    ['2023-09-05 09:30:15', '2023-09-05T01:30:15Z'],
    ['2023/9/5 9:30', '2023-09-05T01:30:00Z'],
    ['2023年9月5日 9:30', '2023-09-05T01:30:00Z'],
    ['2023年9月5日下午3:30', '2023-09-05T07:30:00Z'],
    [dateCell('2023-09-05', '09:30:00'), '2023-09-05T01:30:00Z'],
    [dateCell('2023-09-05', '00:00:00'), '2023-09-04T16:00:00Z'],
    [dateCell('2023-09-05'), 'cell.time_missing'],
    ['2023-09-05', 'cell.time_missing'],
    ['5/9/2023 9:30', 'cell.date_ambiguous'],
    ['2023-02-30 9:30', 'cell.no_such_date'],
    ['2023-02-30T09:30:00Z', 'cell.datetime_form'],
    ['2023-09-05T01:30:00.500Z', 'cell.datetime_form'],
    ['2023-09-0509:30', 'cell.datetime_form'],
    ['9:30', 'cell.datetime_form'],
    ['45174.5', 'cell.date_number'],
    [numberCell(45_174.5), 'cell.date_number'],
  ])('%j is %s', (cell, value) => {
    expect(meaning(plainFields.datetime, cell)).toBe(value)
  })

  it.each<readonly [string, string, string]>([
    ['Europe/Berlin', '2023-03-26 02:30', 'cell.no_such_time'],
    ['Europe/Berlin', '2023-03-26 03:30', '2023-03-26T01:30:00Z'],
    ['Europe/Berlin', '2023-10-29 02:30', 'cell.time_twice'],
    ['Europe/Berlin', '2023-10-29 01:30', '2023-10-28T23:30:00Z'],
    ['Europe/Berlin', '2023-10-29T02:30:00+02:00', '2023-10-29T00:30:00Z'],
    ['Australia/Lord_Howe', '2023-04-02 01:45', 'cell.time_twice'],
    // A whole day that was left out.
    ['Pacific/Apia', '2011-12-30 12:00', 'cell.no_such_time'],
    ['America/New_York', '2023-11-05 01:30', 'cell.time_twice'],
  ])('in %s %s is %s', (zone, text, value) => {
    expect(meaning(plainFields.datetime, text, zone)).toBe(value)
  })
})
