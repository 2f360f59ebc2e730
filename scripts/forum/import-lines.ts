import type { Locale } from '#contract/locale.ts'
import type { ImportCounts, ImportIssue, ImportProgress, ImportReport } from '#contract/transfer.ts'
import { importText, toSingleLine } from '#server/schedule-import/report-lines.ts'

type Params = Readonly<Record<string, string | number>>

type Tell = (key: string, params?: Params) => string

/** Faults that are told; the file with the faults has all. */
const toldFaults = 50
/** Rows between two lines of progress. */
const progressRows = 5000

/** A line for the operator's terminal: what a file says forges neither a second line nor the terminal's own signs. */
export function line(locale: Locale, key: string, params: Params = {}): string {
  return toSingleLine(importText(locale, { key: `rows.${key}`, params }))
}

/** How a file was read, what becomes of its columns and rows, and what is wrong with it. */
export function reportLines(locale: Locale, report: ImportReport): string[] {
  const tell: Tell = (key, params) => line(locale, key, params)
  const { columns, match, counts, faults, faultCount, notes } = report
  const more = faultCount - Math.min(faults.length, toldFaults)
  return [
    ...readingLines(tell, report),
    ...columns.map(({ letters, header, path }) =>
      path === null ? tell('column_left', { letters, header }) : tell('column', { letters, header, path }),
    ),
    ...(match.length > 0 ? [tell('match', { paths: match.join(', ') })] : []),
    ...notes.map(({ text }) => text),
    ...(report.reading?.encodings && report.reading.encodings.length > 1 ? sampleLines(tell, report) : []),
    tell('counts', { ...counts }),
    ...faults.slice(0, toldFaults).map((fault) => faultLine(tell, fault)),
    ...(more > 0 ? [tell('more_faults', { count: more })] : []),
  ]
}

function readingLines(tell: Tell, { reading }: Pick<ImportReport, 'reading'>): string[] {
  if (!reading) return []
  const { kind, encoding = '', encodings = [], separator = '', headerLine } = reading
  if (kind === 'csv') {
    const others = encodings.filter((one) => one !== encoding)
    return [
      tell('csv', { encoding, separator: separator === '\t' ? 'tab' : separator, line: headerLine }),
      ...(others.length > 0 ? [tell('encodings', { encodings: others.join(', ') })] : []),
    ]
  }
  const { sheet = '', sheets = [] } = reading
  const others = sheets.filter((one) => one !== sheet)
  return [
    tell('xlsx', { sheet, line: headerLine }),
    ...(others.length > 0 ? [tell('sheets', { sheets: others.join(', ') })] : []),
  ]
}

/** The first rows as they were read: where bytes are text in more than one encoding, only a person can tell. */
function sampleLines(tell: Tell, { sample }: ImportReport): string[] {
  return sample.map(({ line: row, values }) =>
    tell('sample', { line: row, values: Object.values(values).map(sampleText).filter(Boolean).join(' | ') }),
  )
}

function sampleText(value: unknown): string {
  if (typeof value !== 'object') return typeof value === 'string' ? value : JSON.stringify(value ?? '')
  return value === null ? '' : Object.values(value).map(sampleText).filter(Boolean).join(' / ')
}

function faultLine(tell: Tell, { line: row, column, value, text = '' }: ImportIssue): string {
  if (column === null) return tell('fault_row', { line: row, text })
  return tell(value === '' ? 'fault' : 'fault_value', { line: row, column, value, text })
}

/** Tells of long work, every few thousand rows. */
export function createProgressReporter(
  locale: Locale,
  print: (text: string) => void,
): (progress: ImportProgress) => void {
  let told = { step: '', rows: 0 }
  return ({ step, rows }) => {
    if (step !== told.step) told = { step, rows: 0 }
    if (rows - told.rows < progressRows) return
    told = { step, rows }
    print(line(locale, step, { rows }))
  }
}

/** What was written. */
export function doneLines(locale: Locale, module: string, token: string, counts: ImportCounts): string[] {
  return [line(locale, 'undo', { module, token }), line(locale, 'done', { module, ...counts })]
}
