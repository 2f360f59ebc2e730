import { describe, expect, it } from 'vitest'
import { f } from '#contract/fields.ts'
import type { Cell } from '#server/spreadsheets/cell.ts'
import { label, plainFields } from '../../../tests/support/form-fields.ts'
import { columnOf, contextIn, dateCell, meaning, numberCell } from './cells.fixture.ts'
import { readCell, overflowMarker } from './cells.ts'

type Case = readonly [Cell, unknown]

const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const others = f.relations('others', { label: label('Others') })

describe('a cell of any field', () => {
  it('says nothing when it is blank, or its text was too long', () => {
    for (const field of [...Object.values(plainFields), others])
      for (const cell of ['', '  \n', '\u{200B}', '　', overflowMarker])
        expect(meaning(field, cell)).toBeUndefined()
  })

  it('is never what a formula was worth, nor an error, nor what a program has lost', () => {
    for (const field of [...Object.values(plainFields), others]) {
      expect(meaning(field, { kind: 'formula', formula: '1+1' })).toBe('cell.formula')
      expect(meaning(field, { kind: 'error', code: '#N/A' })).toBe('cell.error')
      expect(meaning(field, 'M\uFFFDller')).toBe('cell.lost_characters')
    }
  })

  it('comes back masked as it was shown', () => {
    for (const field of [...Object.values(plainFields), others]) expect(meaning(field, '***')).toBe('***')
  })
})

describe('cells of texts', () => {
  it.each<Case>([
    ['007', '007'],
    ['1.10', '1.10'],
    ['NULL', 'NULL'],
    ['1E+05', '1E+05'],
    [' 张三 ', ' 张三 '],
    [numberCell(7), '7'],
    [numberCell(-1.5), '-1.5'],
    [numberCell(123_456_789_012_345), '123456789012345'],
    [numberCell(1_234_567_890_123_456), 'cell.as_text'],
    [numberCell(7, '000'), 'cell.as_text'],
    [numberCell(1.5, '0.00'), 'cell.as_text'],
    [numberCell(0.1 + 0.2), 'cell.as_text'],
    [numberCell(1e-7), 'cell.as_text'],
    [dateCell('2023-01-02'), 'cell.as_text'],
    [true, 'cell.as_text'],
  ])('%j is %j', (cell, value) => {
    expect(meaning(plainFields.string, cell)).toBe(value)
  })

  it.each<Case>([
    ['11010519491231002X', '11010519491231002X'],
    ['1.10105E+17', 'cell.digits_lost'],
    ['1E234567', '1E234567'],
    [numberCell(110_105_194_912_310_000), 'cell.as_text'],
    [numberCell(12_345_678), 'cell.as_text'],
  ])('the ID number %j is %j', (cell, value) => {
    expect(meaning(plainFields.id_number, cell)).toBe(value)
  })

  it.each<Case>([
    ['+86 138 0013 8000', '+86 138 0013 8000'],
    ['1.38001E+10', 'cell.digits_lost'],
    [numberCell(13_800_138_000), '13800138000'],
    [numberCell(8_613_800_138_000), '8613800138000'],
    // 051262881234, whose zero is lost.
    [numberCell(51_262_881_234), 'cell.as_text'],
  ])('the phone %j is %j', (cell, value) => {
    expect(meaning(plainFields.phone, cell)).toBe(value)
  })
})

describe('cells of numbers and of yes and no', () => {
  it.each<Case>([
    ['12', 12],
    [' １２．５ ', 12.5],
    ['-3', -3],
    ['\u22123', -3],
    ['1,234,567', 1_234_567],
    ['1,234.5', 1234.5],
    ['1,234', 'cell.number_form'],
    ['1,5', 'cell.number_form'],
    ['1.234,5', 'cell.number_form'],
    ['12,34,567', 'cell.number_form'],
    ['¥12', 'cell.number_form'],
    ['1 234', 'cell.number_form'],
    ['0x10', 'cell.number_form'],
    ['Infinity', 'cell.number_form'],
    ['12%', 'cell.unit'],
    ['1.2E+5', 'cell.digits_lost'],
    ['0.12345678901234567', 'cell.too_many_digits'],
    ['9007199254740993', 'cell.too_many_digits'],
    [numberCell(0.25), 0.25],
    [numberCell(1234.5, '#,##0.00'), 1234.5],
    [numberCell(12, '"共"0"人"'), 12],
    [numberCell(0.25, '0%'), 'cell.unit'],
    [numberCell(12_345, '#,##0,'), 'cell.unit'],
    [numberCell(12_345, '0!.0,"万"'), 'cell.unit'],
    [numberCell(1.5, '[h]:mm'), 'cell.unit'],
    [numberCell(-5, 'yyyy/m/d'), 'cell.unit'],
    [numberCell(1.5, '[Red]#,##0.0_);"hm"\\h[$€-407]'), 1.5],
    [dateCell('2023-01-02'), 'cell.number_form'],
    [true, 'cell.number_form'],
  ])('the number %j is %j', (cell, value) => {
    expect(meaning(plainFields.decimal, cell)).toBe(value)
    // Whether it is whole is for the form to say.
    expect(meaning(plainFields.integer, cell)).toBe(value)
  })

  it.each<Case>([
    ['TRUE', true],
    ['Yes', true],
    ['ＹＥＳ', true],
    ['是', true],
    ['对', true],
    ['✓', true],
    ['✔\u{FE0F}', true],
    ['1', true],
    ['false', false],
    ['否', false],
    ['错', false],
    ['0', false],
    [true, true],
    [false, false],
    [numberCell(1), true],
    [numberCell(2), 'cell.boolean'],
    ['x', 'cell.boolean'],
    ['也许', 'cell.boolean'],
    [dateCell('2023-01-02'), 'cell.boolean'],
  ])('%j is %j', (cell, value) => {
    expect(meaning(plainFields.boolean, cell)).toBe(value)
  })
})

describe('cells of several items and of other rows', () => {
  it.each<Case>([
    ['A', 'a'],
    ['ｂ', 'b'],
    [' c（中） ', 'c'],
    ['d', 'cell.choice'],
    ['a; b', 'cell.choice'],
    [numberCell(1), 'cell.choice'],
  ])('the choice %j is %j', (cell, value) => {
    expect(meaning(plainFields.enum, cell)).toBe(value)
  })

  it.each<Case>([
    ['A；b（中）\n"c"', ['a', 'b', 'c']],
    ['a;', ['a']],
    ['a、b', 'cell.choice'],
    ['"a', 'cell.quotes'],
  ])('the choices %j are %j', (cell, value) => {
    expect(meaning(plainFields.enum_set, cell)).toEqual(value)
  })

  it('a list is of its own type', () => {
    const numbers = f.list(plainFields.integer, { label: label('Numbers') })
    expect(meaning(numbers, '1; ２')).toEqual([1, 2])
    expect(meaning(numbers, numberCell(3))).toEqual([3])
    expect(meaning(numbers, '1; x')).toBe('cell.number_form')
  })

  it.each<Case>([
    ['Hall 1', 'o1'],
    ['一号厅', 'o1'],
    ['o1', 'o1'],
    ['Same [o3]', 'o3'],
    ['Same', 'cell.no_match'],
    ['Nowhere', 'cell.no_match'],
    [numberCell(7), 'cell.no_match'],
    [numberCell(7, '000'), 'cell.as_text'],
  ])('the row %j is %j', (cell, value) => {
    expect(meaning(plainFields.relation, cell)).toBe(value)
  })

  it('tells no reason why there is no such row [S13]', () => {
    const told = ['Same', 'Nowhere'].map((text) =>
      JSON.stringify(readCell(columnOf(plainFields.relation), text, contextIn('en'))).replace(text, ''),
    )
    expect(told[0]).toBe(told[1])
    expect(meaning(others, 'Hall 1; "a; ""b"""; 007')).toEqual(['o1', 'o4', 'o5'])
    expect(meaning(others, 'Hall 1; Same')).toBe('cell.no_match')
  })
})

describe('cells of documents, data and files', () => {
  it.each<Case>([
    ['你好\r\n\r\n  world ', { type: 'doc', content: [paragraph('你好'), paragraph('world')] }],
    ['{curly}', { type: 'doc', content: [paragraph('{curly}')] }],
    ['{"type": "doc"}', { type: 'doc' }],
    ['{"type": "doc", "content": [{"ty', 'cell.rich_text'],
    [numberCell(7), { type: 'doc', content: [paragraph('7')] }],
  ])('the text %j is %j', (cell, value) => {
    expect(meaning(plainFields.richtext, cell)).toEqual(value)
  })

  it.each<Case>([
    ['{"a": [1.50, true, null]}', { a: [1.5, true, null] }],
    ['{"id": 110105194912310021}', 'cell.json'],
    ['{"a": 1', 'cell.json'],
    ['text', 'cell.json'],
    [numberCell(7), 7],
    [true, true],
    [dateCell('2023-01-02'), 'cell.json'],
    ['['.repeat(100_000), 'cell.json'],
  ])('the data %.40j are %j', (cell, value) => {
    expect(meaning(plainFields.json, cell)).toEqual(value)
  })

  it('a file is its number, alone or behind its name', () => {
    for (const cell of ['n1', 'photo [1].jpg [n1]', '[n1] '])
      expect(meaning(plainFields.file, cell)).toBe('n1')
  })
})
