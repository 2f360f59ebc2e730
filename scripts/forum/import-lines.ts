import type { Locale } from '#contract/locale.ts'
import type { ImportCounts, ImportIssue, ImportProgress, ImportReport } from '#contract/transfer.ts'
import { formatImportText, toSingleLine } from '#server/schedule-import/report-lines.ts'

type Params = Readonly<Record<string, string | number>>

type FormatLine = (key: string, params?: Params) => string

/** Maximum printed faults; the file of faults has all. */
const maxFaults = 50
/** Rows between two progress lines. */
const progressRows = 5000

/** Formats a line for the terminal. Content of the file can neither forge a second line nor send control sequences. */
export function line(locale: Locale, key: string, params: Params = {}): string {
  return toSingleLine(formatImportText(locale, { key: `rows.${key}`, params }))
}

/** Formats how a file was read, its columns and rows, and its faults. */
export function reportLines(locale: Locale, report: ImportReport): string[] {
  const format: FormatLine = (key, params) => line(locale, key, params)
  const { columns, match, counts, faults, faultCount, notes } = report
  const more = faultCount - Math.min(faults.length, maxFaults)
  return [
    ...readingLines(format, report),
    ...columns.map(({ letters, header, path }) =>
      path === null
        ? format('column_left', { letters, header })
        : format('column', { letters, header, path }),
    ),
    ...(match.length > 0 ? [format('match', { paths: match.join(', ') })] : []),
    ...notes.map(({ text }) => text),
    ...(report.reading?.encodings && report.reading.encodings.length > 1 ? sampleLines(format, report) : []),
    format('counts', { ...counts }),
    ...faults.slice(0, maxFaults).map((fault) => faultLine(format, fault)),
    ...(more > 0 ? [format('more_faults', { count: more })] : []),
  ]
}

function readingLines(format: FormatLine, { reading }: Pick<ImportReport, 'reading'>): string[] {
  if (!reading) return []
  const { kind, encoding = '', encodings = [], separator = '', headerLine } = reading
  if (kind === 'csv') {
    const others = encodings.filter((one) => one !== encoding)
    return [
      format('csv', { encoding, separator: separator === '\t' ? 'tab' : separator, line: headerLine }),
      ...(others.length > 0 ? [format('encodings', { encodings: others.join(', ') })] : []),
    ]
  }
  const { sheet = '', sheets = [] } = reading
  const others = sheets.filter((one) => one !== sheet)
  return [
    format('xlsx', { sheet, line: headerLine }),
    ...(others.length > 0 ? [format('sheets', { sheets: others.join(', ') })] : []),
  ]
}

/**
 * Formats the first rows as they were read: when bytes are valid in several encodings, only the operator can decide.
 */
function sampleLines(format: FormatLine, { sample }: ImportReport): string[] {
  return sample.map(({ line: row, values }) =>
    format('sample', {
      line: row,
      values: Object.values(values).map(sampleText).filter(Boolean).join(' | '),
    }),
  )
}

function sampleText(value: unknown): string {
  if (typeof value !== 'object') return typeof value === 'string' ? value : JSON.stringify(value ?? '')
  return value === null ? '' : Object.values(value).map(sampleText).filter(Boolean).join(' / ')
}

function faultLine(format: FormatLine, { line: row, column, value, text = '' }: ImportIssue): string {
  if (column === null) return format('fault_row', { line: row, text })
  return format(value === '' ? 'fault' : 'fault_value', { line: row, column, value, text })
}

/** Reports the progress of long work, every few thousand rows. */
export function createProgressReporter(
  locale: Locale,
  print: (text: string) => void,
): (progress: ImportProgress) => void {
  let printed = { step: '', rows: 0 }
  return ({ step, rows }) => {
    if (step !== printed.step) printed = { step, rows: 0 }
    if (rows - printed.rows < progressRows) return
    printed = { step, rows }
    print(line(locale, step, { rows }))
  }
}

/** Formats the counts of written rows. */
export function doneLines(locale: Locale, module: string, token: string, counts: ImportCounts): string[] {
  return [line(locale, 'undo', { module, token }), line(locale, 'done', { module, ...counts })]
}
