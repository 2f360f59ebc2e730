import * as fc from 'fast-check'
import iconv from 'iconv-lite'
import { stringify } from 'csv-stringify/sync'
import { formatColumn } from '#server/spreadsheets/cell.ts'
import { rawWorkbook } from './raw-workbook.ts'

/** Columns of the odd list with the names that users know. */
const names = {
  'name.zh-CN': ['name.zh-CN', '姓名（中文）', 'Name (Chinese)'],
  'name.en': ['name.en', '姓名（英文）', ' name (english)*'],
  about: ['about', '说明', 'About'],
  seats: ['seats', '人数', 'SEATS'],
} as const
export type SeenPath = keyof typeof names
export const seenPaths = Object.keys(names) as SeenPath[]

/** Words of one script each, so that old encodings can represent them. */
const words = {
  simplified: ['王小明', '苏州大学, 能源学院', '李娜; 张伟', '龙', '他说"转型"', '007'],
  traditional: ['陳大文', '國立臺灣大學', '林小姐; 電力公司', '張先生與夫人', '台北, 高雄', '1-2'],
  western: ['Müller', 'José García', 'Noël, François', 'Zoë; Åsa', 'Größe "XL"', '007'],
  /** Their bytes in GB18030 are also valid UTF-8. */
  alike: ['莫默', '牟墨', '慕木', '7'],
  ascii: ['Smith', 'Li, Na', 'a "quoted" word', 'x; y', '007', 'Energy'],
}
type Script = keyof typeof words
type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'gb18030' | 'big5' | 'windows-1252'
/** Encodings that may be mistaken for another one occur more often. */
const forms: readonly [Script, Encoding][] = [
  ['simplified', 'utf-8'],
  ['ascii', 'utf-8'],
  ['western', 'utf-16le'],
  ['traditional', 'utf-16be'],
  ['simplified', 'gb18030'],
  ['alike', 'gb18030'],
  ['traditional', 'big5'],
  ['traditional', 'big5'],
  ['western', 'windows-1252'],
  ['western', 'windows-1252'],
]

/** Merged cells; rows and columns count from 0, row 0 is the headers'. */
interface Area {
  row: number
  column: number
  rows: number
  columns: number
}

/** A file, and what a user sees in it. */
export interface SeenTable {
  bytes: () => Promise<Buffer>
  /** Format of a text file; absent for a workbook. */
  csv?: { encoding: Encoding; separator: ',' | ';' | '\t' }
  headerLine: number
  /** Values of the cells; row 0 is the headers'. Workbooks may have further values below merged cells. */
  grid: readonly (readonly string[])[]
  areas: readonly Area[]
  hiddenRows: readonly number[]
  hiddenColumns: readonly number[]
  linesAbove: readonly number[]
}

const header = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...Object.values(names).flat()) },
  { weight: 1, arbitrary: fc.constantFrom('', ' ', 'Remarks', '备注') },
)
const cell = fc.record({ pick: fc.nat(89), isBlank: oncePer(3), isWordForNumber: oncePer(12) })
const row = fc.record({ cells: fc.array(cell, { maxLength: 8 }), isHidden: oncePer(4) })
/** Merged cells do not touch: in one of three columns, in the headers' row or one of two ranges of rows below. */
const area = fc.record({
  row: fc.constantFrom(0, 1, 3),
  column: fc.constantFrom(0, 2, 4),
  rows: fc.integer({ min: 1, max: 3 }),
  columns: fc.constantFrom(1, 1, 1, 2),
})

/**
 * Tables as organisers have them: titles, unusual headers, short and long rows, merged and hidden cells, any encoding.
 */
export const seenTable: fc.Arbitrary<SeenTable> = fc
  .record({
    titles: fc.array(fc.constantFrom('', 'Forum', 'as of 5 September, final'), { maxLength: 3 }),
    headers: fc.array(header, { minLength: 1, maxLength: 6 }),
    rows: fc.array(row, { minLength: 1, maxLength: 6 }),
    areas: fc.uniqueArray(area, { maxLength: 4, selector: (one) => `${one.row} ${one.column}` }),
    hiddenColumns: fc.uniqueArray(fc.nat(3), { maxLength: 2 }),
    isWorkbook: fc.boolean(),
    form: fc.constantFrom(...forms),
    hasMark: fc.boolean(),
    separator: fc.constantFrom(',' as const, ';' as const, '\t' as const),
    lineEnd: fc.constantFrom('\r\n', '\n'),
  })
  .map(({ titles, rows, isWorkbook, form: [script, encoding], ...made }) => {
    const canHold = (text: string) => iconv.decode(iconv.encode(text, encoding), encoding) === text
    const headers = made.headers.map((text) =>
      script !== 'alike' && canHold(text) ? text : (pathOf(text) ?? 'Remarks'),
    )
    const textOf = ({ pick, ...one }: (typeof rows)[number]['cells'][number], at: number) => {
      const isNumber = pathOf(headers[at]) === 'seats' && !one.isWordForNumber
      return one.isBlank ? '' : isNumber ? String(pick) : words[script][pick % words[script].length]!
    }
    const grid = [headers, ...rows.map(({ cells }) => cells.map(textOf))]
    const linesAbove = titles.flatMap((text, index) => (text === '' ? [] : [index + 1]))
    const table = { headerLine: titles.length + 1, grid, linesAbove }
    if (isWorkbook) {
      const areas = made.areas
        .map((one) => ({ ...one, rows: Math.min(one.rows, one.row + 1, grid.length - one.row) }))
        .filter((one) => one.rows > 0 && one.rows * one.columns > 1)
      const hiddenRows = rows.flatMap(({ isHidden }, index) => (isHidden ? [index + 1] : []))
      const book = { ...table, areas, hiddenRows, hiddenColumns: made.hiddenColumns }
      return { ...book, bytes: () => toWorkbook(titles, book) }
    }
    const { separator, lineEnd, hasMark } = made
    const text = stringify([...titles.map((title) => [title]), ...grid], {
      delimiter: separator,
      record_delimiter: lineEnd,
    })
    const bytes = () => Promise.resolve(iconv.encode(text, encoding, { addBOM: hasMark }))
    return { ...table, areas: [], hiddenRows: [], hiddenColumns: [], csv: { encoding, separator }, bytes }
  })
  .filter((table) => table.grid[0]!.some((_, at) => pathOf(seenAt(table, 0, at)) !== undefined))

/** Finds the column that a header names. */
export function pathOf(text = ''): SeenPath | undefined {
  return seenPaths.find((path) => names[path].some((name) => name === text))
}

/** Finds the merged cells around a cell. */
export function areaAt({ areas }: Pick<SeenTable, 'areas'>, row: number, column: number): Area | undefined {
  return areas.find(
    (one) =>
      row >= one.row && row < one.row + one.rows && column >= one.column && column < one.column + one.columns,
  )
}

/** Returns the visible text of a cell; merged cells show their first one, in their first column. */
export function seenAt(table: Pick<SeenTable, 'areas' | 'grid'>, row: number, column: number): string {
  const at = areaAt(table, row, column) ?? { row, column }
  return at.column === column ? (table.grid[at.row]?.[column] ?? '') : ''
}

/** `B2:C4` */
export function referenceOf({ headerLine }: Pick<SeenTable, 'headerLine'>, one: Area): string {
  const place = (row: number, column: number) => `${formatColumn(column)}${headerLine + row}`
  return `${place(one.row, one.column)}:${place(one.row + one.rows - 1, one.column + one.columns - 1)}`
}

function oncePer(count: number): fc.Arbitrary<boolean> {
  return fc.nat(count - 1).map((number) => number === count - 1)
}

type Book = Pick<SeenTable, 'headerLine' | 'grid' | 'areas' | 'hiddenRows' | 'hiddenColumns'>

function toWorkbook(titles: readonly string[], table: Book): Promise<Buffer> {
  const rows = [...titles.map((title) => [title]), ...table.grid].map((cells, index) => {
    const isHidden = table.hiddenRows.includes(index - titles.length)
    const texts = cells.map((text, at) => {
      const start = `<c r="${formatColumn(at)}${index + 1}" t="inlineStr">`
      return text === '' ? '' : `${start}<is><t xml:space="preserve">${text}</t></is></c>`
    })
    return `<row r="${index + 1}"${isHidden ? ' hidden="1"' : ''}>${texts.join('')}</row>`
  })
  const merged = table.areas.map((one) => `<mergeCell ref="${referenceOf(table, one)}"/>`)
  const hidden = table.hiddenColumns.map((at) => `<col min="${at + 1}" max="${at + 1}" hidden="1"/>`)
  const before = hidden.length > 0 ? `<cols>${hidden.join('')}</cols>` : ''
  const after = merged.length > 0 ? `<mergeCells>${merged.join('')}</mergeCells>` : ''
  return rawWorkbook({ sheets: [{ name: 'S', rows: rows.join(''), before, after }] })
}
