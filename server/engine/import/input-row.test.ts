import { describe, expect, it } from 'vitest'
import { f } from '#contract/fields.ts'
import { listSheetColumns } from '#server/engine/field-types/sheet-columns.ts'
import { toInputRow } from './input-row.ts'

const label = { 'zh-CN': '备注', en: 'Note' }
const columns = listSheetColumns(Object.entries({ note: f.string({ label, localized: true }) }))
const cellContext = {
  locale: 'en',
  zone: 'Asia/Shanghai',
  related: { find: () => undefined, formatLabel: () => '' },
} as const
const reading = {
  columns: columns.map((column, index) => ({ index, column })),
  hasEscapedFormulas: true,
  empty: 'clear',
  cellContext,
} as const

describe('a line of a file', () => {
  it('gives the languages that it has, and empties the others', () => {
    const { values } = toInputRow({ line: 2, cells: ['王'] }, reading)
    expect(values).toEqual({ note: { 'zh-CN': '王', en: '' } })
  })

  it('takes three stars for a text where nothing is masked', () => {
    const { values } = toInputRow({ line: 2, cells: ['***', '***'] }, reading)
    expect(values).toEqual({ note: { 'zh-CN': '***', en: '***' } })
  })
})
