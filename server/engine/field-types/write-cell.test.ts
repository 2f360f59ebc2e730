import { assert, constantFrom, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FieldDefinition } from '#contract/field-definition.ts'
import { f } from '#contract/fields.ts'
import { locales } from '#contract/locale.ts'
import type { Cell, OutCell } from '#server/spreadsheets/cell.ts'
import { formatCell, escapeFormula, unescapeFormula } from '#server/spreadsheets/cell.ts'
import { label, plainFields } from '../../../tests/support/form-fields.ts'
import { cases, kept } from '../../../tests/support/cell-values.ts'
import { columnOf, contextIn } from './cells.fixture.ts'
import { readCell, writeCell } from './cells.ts'

/** The cell as it is found in a file again. */
const trips: Readonly<Record<string, (cell: OutCell) => Cell>> = {
  workbook: (cell) => (typeof cell === 'number' ? { kind: 'number', value: cell } : (cell ?? '')),
  CSV: (cell) => (typeof cell === 'string' ? unescapeFormula(escapeFormula(cell)) : formatCell(cell)),
}

const zones = ['Asia/Shanghai', 'Europe/Berlin', 'America/St_Johns']

describe.each(Object.entries(cases))('a cell of type %s', (_, [field, values]) => {
  it.each(Object.entries(trips))('means through a %s what was written into it', (_name, trip) => {
    let count = 0
    assert(
      property(values, constantFrom(...locales), constantFrom(...zones), (given, locale, zone) => {
        const value = kept(field, given)
        if (value === undefined) return
        count++
        const context = contextIn(locale, zone)
        const written = writeCell(columnOf(field), field.type === 'file' ? given : value, context)
        expect(readCell(columnOf(field), trip(written), context)).toEqual({ value })
      }),
      { numRuns: 500 },
    )
    // A check that hardly any value passes would prove nothing.
    expect(count).toBeGreaterThan(100)
  })
})

const write = (field: FieldDefinition, value: unknown) => writeCell(columnOf(field), value, contextIn('en'))

describe('cells that are written', () => {
  it('are empty where there is no value', () => {
    for (const field of [...Object.values(plainFields), f.relations('others', { label: label('Others') })])
      for (const value of [null, undefined, ...(field.type === 'list' ? [[]] : [])])
        expect(writeCell(columnOf(field), value, contextIn('en'))).toBeNull()
  })

  it('hold one language of a localized field', () => {
    const title = f.string({ label: label('Title'), localized: true })
    const value = { 'zh-CN': '开幕', en: '' }
    expect(writeCell(columnOf(title, 'zh-CN'), value, contextIn('en'))).toBe('开幕')
    expect(writeCell(columnOf(title, 'en'), value, contextIn('en'))).toBeNull()
    expect(readCell(columnOf(title, 'zh-CN'), '开幕', contextIn('en'))).toEqual({ value: '开幕' })
  })

  it('have the types that workbooks have, and texts stay texts', () => {
    expect(write(plainFields.phone, '13800138000')).toBe('13800138000')
    expect(write(plainFields.decimal, 1.5)).toBe(1.5)
    expect(write(plainFields.boolean, false)).toBe(false)
    expect(write(plainFields.date, '2023-09-05')).toEqual({ kind: 'date', date: '2023-09-05' })
    expect(write(plainFields.time, '09:30')).toEqual({ kind: 'date', time: '09:30:00' })
    expect(write(plainFields.datetime, '2023-09-05T01:30:00Z')).toEqual({
      kind: 'date',
      date: '2023-09-05',
      time: '09:30:00',
    })
    expect(write(plainFields.enum, 'a')).toBe('a')
    expect(write(plainFields.enum_set, ['b', 'c'])).toBe('b; c')
    expect(write(plainFields.relation, 'o1')).toBe('Hall 1')
    expect(write(plainFields.date, '***')).toBe('***')
    expect(write(plainFields.file, { no: 'n1', name: 'a.pdf' })).toBe('a.pdf [n1]')
  })

  it('say in UTC the hour that clocks show twice, and what is beyond the calendar', () => {
    const shanghai = contextIn('en')
    const last = '9999-12-31T23:00:00Z'
    expect(writeCell(columnOf(plainFields.datetime), last, shanghai)).toBe(last)
    const berlin = contextIn('en', 'Europe/Berlin')
    expect(writeCell(columnOf(plainFields.datetime), '2023-10-29T00:30:00Z', berlin)).toBe(
      '2023-10-29T00:30:00Z',
    )
  })
})
