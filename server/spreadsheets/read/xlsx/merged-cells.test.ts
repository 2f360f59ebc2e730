import { expect, it } from 'vitest'
import { workbookOf } from '../../../../tests/support/raw-workbook.ts'
import { readWorkbook, refusalOf } from '../../../../tests/support/sheet-files.ts'

const text = (reference: string, value: string) =>
  `<c r="${reference}" t="inlineStr"><is><t>${value}</t></is></c>`
const row = (line: number, cells: Record<string, string>, attributes = '') =>
  `<row r="${line}"${attributes}>${Object.entries(cells)
    .map(([letters, value]) => text(`${letters}${line}`, value))
    .join('')}</row>`
const merge = (...references: string[]) =>
  `<mergeCells>${references.map((reference) => `<mergeCell ref="${reference}"/>`).join('')}</mergeCells>`

/** Creates a workbook with these rows and this XML after them. @returns its path */
const file = (rows: string, after = '') => workbookOf('', { sheets: [{ name: 'People', rows, after }] })

const people = [
  row(1, { A: 'Li', B: 'HTU', C: 'x' }),
  row(2, { A: 'Wang' }),
  row(3, { A: 'Chen', C: 'y' }),
].join('')

it('gives each row of a merged cell its value, and says which cells are merged', async () => {
  const { rows, merged } = await readWorkbook(await file(people, merge('B1:B3', 'A5:C5')))
  expect(rows.map(({ cells }) => cells)).toEqual([
    ['Li', 'HTU', 'x'],
    ['Wang', 'HTU'],
    ['Chen', 'HTU', 'y'],
  ])
  expect(merged).toEqual({ overRows: ['B1:B3'], overColumns: ['A5:C5'] })
})

it('gives the value of a cell over rows and columns to the first column alone', async () => {
  const cells = [row(1, { A: 'Li', B: 'HTU' }), row(2, { A: 'Wang', D: 'z' })].join('')
  const { rows } = await readWorkbook(await file(cells, merge('B1:C2')))
  expect(rows.map((one) => one.cells)).toEqual([
    ['Li', 'HTU'],
    ['Wang', 'HTU', '', 'z'],
  ])
})

it('leaves a row blank that has nothing of its own, and leaves out what lies beneath a merged cell', async () => {
  const cells = [
    row(1, { A: 'Li', B: 'HTU', C: 'x', D: 'beneath' }),
    row(2, { B: 'beneath' }),
    row(3, { A: 'Chen', B: 'beneath' }),
    row(5, { A: 'beneath', C: 'y' }),
  ].join('')
  const { rows } = await readWorkbook(await file(cells, merge('B1:B3', 'C1:D1', 'A4:A5')))
  expect(rows.map((one) => [one.line, ...one.cells])).toEqual([
    [1, 'Li', 'HTU', 'x'],
    [3, 'Chen', 'HTU'],
    [5, '', '', 'y'],
  ])
})

it('says which rows the sheet hides, by their mark or their height', async () => {
  const cells = [
    row(1, { A: 'Li' }),
    row(2, { A: 'Wang' }, ' hidden="1"'),
    row(3, { A: 'Chen' }, ' ht="0"'),
  ].join('')
  const { rows } = await readWorkbook(await file(cells))
  expect(rows.map(({ isHidden }) => isHidden)).toEqual([undefined, true, true])
})

it('says which columns the sheet hides, by their mark or their width', async () => {
  const before = '<cols><col min="1" max="2" hidden="1"/><col min="4" max="4" width="0"/></cols>'
  const book = { name: 'People', rows: people, before }
  const { hiddenColumns } = await readWorkbook(await workbookOf('', { sheets: [book] }))
  expect(hiddenColumns).toEqual([0, 1, 3])
})

it('refuses more merged cells beside each other than a table has', async () => {
  const references = Array.from({ length: 1001 }, (_, index) => `A1:A${index + 3}`)
  const path = await file(row(1, { A: 'x' }), merge(...references))
  expect((await refusalOf(readWorkbook(path)))[0]).toBe('too_large')
})
