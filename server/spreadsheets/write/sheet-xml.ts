import { columnLetters, type NumberCell, type OutCell } from '../cell.ts'
import { cellText } from '../cell-text.ts'
import { inBatches } from './in-batches.ts'
import { toSerialDate } from './serial.ts'
import { styles, type FurtherFormats } from './styles.ts'
import type { OutRows, WriteOptions } from './out-rows.ts'
import { xmlText } from './xml-text.ts'

/** Most characters of a text in a cell (Excel's own limit). */
const maxCellCharacters = 32_767

/** How wide a column is when nothing is said, in characters. */
const usualWidth = 16

const letters: string[] = []

/** Writes the XML of a sheet, some rows at a time. */
export async function* sheetXml(
  rows: OutRows,
  options: WriteOptions,
  formats: FurtherFormats,
): AsyncGenerator<string> {
  yield head(options)
  let line = 0
  for await (const batch of inBatches(rows)) {
    yield batch
      .map((row) => {
        line += 1
        return rowXml(line, row, options, formats)
      })
      .join('')
  }
  yield '</sheetData></worksheet>'
}

function head({ hasHeader, widths = [] }: WriteOptions): string {
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
  // Blank cells are of text too: what is typed into them stays as it is typed.
  const columns = widths.map(
    (width, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" style="${styles.text}" customWidth="1"/>`,
  )
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>',
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
    `<sheetViews><sheetView workbookViewId="0">${hasHeader ? pane : ''}</sheetView></sheetViews>`,
    `<sheetFormatPr defaultColWidth="${usualWidth}" defaultRowHeight="15"/>`,
    columns.length > 0 ? `<cols>${columns.join('')}</cols>` : '',
    '<sheetData>',
  ].join('')
}

function rowXml(
  line: number,
  row: readonly OutCell[],
  options: WriteOptions,
  formats: FurtherFormats,
): string {
  const isHeader = line === 1 && options.hasHeader === true
  const cells = row.map((cell, index) => {
    if (cell === null || cell === '') return ''
    const place = `${(letters[index] ??= columnLetters(index))}${line}`
    const textStyle = isHeader ? styles.header : styles.text
    if (typeof cell === 'object' && cell.kind === 'number') return numberCell(place, cell, textStyle, formats)
    return cellXml(place, cell, textStyle, options.tooLongMark)
  })
  return `<row r="${line}">${cells.join('')}</row>`
}

/** Texts are text cells whatever they look like: no cell ever has a formula. */
function cellXml(
  place: string,
  cell: Exclude<OutCell, null | NumberCell>,
  textStyle: number,
  tooLongMark: string | undefined,
): string {
  if (typeof cell === 'boolean') return `<c r="${place}" t="b"><v>${cell ? 1 : 0}</v></c>`
  if (typeof cell === 'number')
    return Number.isFinite(cell)
      ? `<c r="${place}"><v>${cell}</v></c>`
      : textCell(place, cellText(cell), textStyle)
  if (typeof cell === 'string') {
    if (cell.length <= maxCellCharacters) return textCell(place, cell, textStyle)
    if (tooLongMark === undefined) throw new RangeError(`the text of ${place} is too long for a cell`)
    return textCell(place, tooLongMark, textStyle)
  }
  if (cell.kind === 'error') return `<c r="${place}" t="e"><v>${xmlText(cell.code)}</v></c>`
  const serial = toSerialDate(cell)
  const { date, time } = cell
  if (serial === undefined) return textCell(place, cellText(cell), textStyle)
  return `<c r="${place}" s="${dateStyle(date, time)}"><v>${serial}</v></c>`
}

function numberCell(place: string, cell: NumberCell, textStyle: number, formats: FurtherFormats): string {
  const { value, format } = cell
  if (format === undefined || !Number.isFinite(value)) return cellXml(place, value, textStyle, undefined)
  return `<c r="${place}" s="${formats.styleOf(format)}"><v>${value}</v></c>`
}

function textCell(place: string, text: string, style: number): string {
  return `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`
}

function dateStyle(date: string | undefined, time: string | undefined): number {
  if (date === undefined) return styles.time
  if (time === undefined) return styles.day
  return time.endsWith(':00') ? styles.moment : styles.second
}
