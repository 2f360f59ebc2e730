import { formatColumn, type NumberCell, type OutCell, type DateCell, formatCell } from '../cell.ts'
import { inBatches, type OutRows, type WriteOptions } from './out-rows.ts'

/** Maximum length of a text in a cell (limit of Excel). */
const maxCellCharacters = 32_767

/** Default width of a column, in characters. */
const defaultWidth = 16

/** Letters of the columns by index, filled on demand. */
const columnLetters: string[] = []

/** Writes the XML of a sheet, some rows at a time. */
export async function* generateSheetXml(
  rows: OutRows,
  options: WriteOptions,
  formats: FurtherFormats,
): AsyncGenerator<string> {
  yield formatHead(options)
  let line = 0
  for await (const batch of inBatches(rows)) {
    yield batch
      .map((row) => {
        line += 1
        return formatRow(line, row, options, formats)
      })
      .join('')
  }
  yield '</sheetData></worksheet>'
}

/** Formats the XML before the rows. */
function formatHead({ hasHeader, widths = [] }: WriteOptions): string {
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
  // Blank cells have the text format too: what users type into them stays unchanged.
  const columns = widths.map(
    (width, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" style="${styles.text}" customWidth="1"/>`,
  )
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>',
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
    `<sheetViews><sheetView workbookViewId="0">${hasHeader ? pane : ''}</sheetView></sheetViews>`,
    `<sheetFormatPr defaultColWidth="${defaultWidth}" defaultRowHeight="15"/>`,
    columns.length > 0 ? `<cols>${columns.join('')}</cols>` : '',
    '<sheetData>',
  ].join('')
}

function formatRow(
  line: number,
  row: readonly OutCell[],
  options: WriteOptions,
  formats: FurtherFormats,
): string {
  const isHeader = line === 1 && options.hasHeader === true
  const cells = row.map((cell, index) => {
    if (cell === null || cell === '') return ''
    const reference = `${(columnLetters[index] ??= formatColumn(index))}${line}`
    const textStyle = isHeader ? styles.header : styles.text
    if (typeof cell === 'object' && cell.kind === 'number')
      return formatNumberCell(reference, cell, textStyle, formats)
    return formatCellXml(reference, cell, textStyle, options.tooLongMark)
  })
  return `<row r="${line}">${cells.join('')}</row>`
}

/** Texts become text cells whatever they look like: no cell ever has a formula. */
function formatCellXml(
  reference: string,
  cell: Exclude<OutCell, null | NumberCell>,
  textStyle: number,
  tooLongMark: string | undefined,
): string {
  if (typeof cell === 'boolean') return `<c r="${reference}" t="b"><v>${cell ? 1 : 0}</v></c>`
  if (typeof cell === 'number')
    return Number.isFinite(cell)
      ? `<c r="${reference}"><v>${cell}</v></c>`
      : formatTextCell(reference, formatCell(cell), textStyle)
  if (typeof cell === 'string') {
    if (cell.length <= maxCellCharacters) return formatTextCell(reference, cell, textStyle)
    if (tooLongMark === undefined) throw new RangeError(`the text of ${reference} is too long for a cell`)
    return formatTextCell(reference, tooLongMark, textStyle)
  }
  if (cell.kind === 'error') return `<c r="${reference}" t="e"><v>${escapeXml(cell.code)}</v></c>`
  const serial = toSerialDate(cell)
  const { date, time } = cell
  if (serial === undefined) return formatTextCell(reference, formatCell(cell), textStyle)
  return `<c r="${reference}" s="${getDateStyle(date, time)}"><v>${serial}</v></c>`
}

function formatNumberCell(
  reference: string,
  cell: NumberCell,
  textStyle: number,
  formats: FurtherFormats,
): string {
  const { value, format } = cell
  if (format === undefined || !Number.isFinite(value))
    return formatCellXml(reference, value, textStyle, undefined)
  return `<c r="${reference}" s="${formats.getStyle(format)}"><v>${value}</v></c>`
}

function formatTextCell(reference: string, text: string, style: number): string {
  return `<c r="${reference}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`
}

function getDateStyle(date: string | undefined, time: string | undefined): number {
  if (date === undefined) return styles.time
  if (time === undefined) return styles.day
  return time.endsWith(':00') ? styles.moment : styles.second
}

/** Cell formats of every workbook, by their index in the styles. */
const styles = { plain: 0, text: 1, header: 2, day: 3, moment: 4, second: 5, time: 6 } as const

/** Id of the built-in format `@`: what users type into such a cell stays text. */
const textFormatId = 49

/** First id for the number formats of cells. */
const firstCustomFormatId = 168

/** Ids of the formats for dates and times, which every workbook defines. */
const dateFormatIds = { day: 164, moment: 165, second: 166, time: 167 }

/** Formats a cell format by the id of its number format; `font` is the index of a font in the styles. */
const formatXf = (formatId: number, font = 0): string =>
  `<xf numFmtId="${formatId}" fontId="${font}" fillId="0" borderId="0" xfId="0"${formatId > 0 ? ' applyNumberFormat="1"' : ''}${font > 0 ? ' applyFont="1"' : ''}/>`

/** Number formats besides those of every workbook, collected while cells are written. */
export interface FurtherFormats {
  /** Gets the index of the style for cells with this format, which becomes a new style when it is used first. */
  getStyle(format: string): number
  /** Format codes, such as `000`, in the order of their styles. */
  readonly codes: readonly string[]
}

/** Creates a collector of number formats. */
export function createFormatCollector(): FurtherFormats {
  const styleIndexes = new Map<string, number>()
  return {
    getStyle: (format) => {
      const index = styleIndexes.get(format) ?? styleIndexes.size
      styleIndexes.set(format, index)
      return Object.keys(styles).length + index
    },
    get codes() {
      return [...styleIndexes.keys()]
    },
  }
}

/** Creates the part `xl/styles.xml`. The order of its cell formats is that of `styles`. */
export const formatStylesXml = (further: readonly string[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>',
    '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
    `<numFmts count="${Object.keys(dateFormatIds).length + further.length}">`,
    `<numFmt numFmtId="${dateFormatIds.day}" formatCode="yyyy\\-mm\\-dd"/>`,
    `<numFmt numFmtId="${dateFormatIds.moment}" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/>`,
    `<numFmt numFmtId="${dateFormatIds.second}" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/>`,
    `<numFmt numFmtId="${dateFormatIds.time}" formatCode="hh:mm:ss"/>`,
    ...further.map(
      (code, index) => `<numFmt numFmtId="${firstCustomFormatId + index}" formatCode="${escapeXml(code)}"/>`,
    ),
    '</numFmts>',
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>',
    '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>',
    '<fills count="2"><fill><patternFill patternType="none"/></fill>',
    '<fill><patternFill patternType="gray125"/></fill></fills>',
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
    `<cellXfs count="${Object.keys(styles).length + further.length}">`,
    formatXf(0),
    formatXf(textFormatId),
    formatXf(textFormatId, 1),
    formatXf(dateFormatIds.day),
    formatXf(dateFormatIds.moment),
    formatXf(dateFormatIds.second),
    formatXf(dateFormatIds.time),
    ...further.map((_, index) => formatXf(firstCustomFormatId + index)),
    '</cellXfs>',
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
    '</styleSheet>',
  ].join('')

const dayMs = 86_400_000
/**
 * Day 0 of the 1900 calendar, counted back from March 1900. Before, the calendar has a 29 February that did not exist, so
 * earlier dates are written as texts.
 */
const dayZeroMs = Date.UTC(1899, 11, 30)
const firstDate = '1900-03-01'

/**
 * Converts a date to a serial number: whole days since the start of the calendar, and the fraction of the day, without
 * a time zone.
 * @returns undefined for a date outside the calendar
 */
function toSerialDate({ date, time }: Pick<DateCell, 'date' | 'time'>): number | undefined {
  const days = date === undefined ? 0 : (Date.parse(`${date}T00:00:00Z`) - dayZeroMs) / dayMs
  const dayFraction = time === undefined ? 0 : Date.parse(`1970-01-01T${time}Z`) / dayMs
  const serial = days + dayFraction
  if (Number.isNaN(serial) || (date !== undefined && date < firstDate)) return undefined
  return serial
}

/** Pattern of characters that XML cannot contain, or that parsers would not return: all controls but tab and line feed. */
const controlCharacters = String.raw`[[\p{Cc}\uFFFE\uFFFF]--[\t\n]]`

/**
 * Characters to write as `_xHHHH_` (ECMA-376 part 1, 22.9.2.19): control characters, and each underscore that a reader
 * would take for the start of such an escape. The end of the escape may be an underscore of the text, or the first one of
 * the next escape.
 */
const escapedPattern = new RegExp(`${controlCharacters}|_(?=x[0-9A-Fa-f]{4}(?:_|${controlCharacters}))`, 'gv')

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes a text for an element or attribute of a part. */
export function escapeXml(text: string): string {
  const wellFormedText = text.toWellFormed()
  const escapedText = wellFormedText.replaceAll(
    escapedPattern,
    (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
  )
  return escapedText.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character)
}
