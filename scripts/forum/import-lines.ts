import type { Locale } from '#contract/locale.ts'
import type { ImportCounts, ImportIssue, ImportProgress, ImportReport } from '#contract/transfer.ts'
import { formatImportText, toSingleLine } from '#server/schedule-import/report-lines.ts'

type Params = Readonly<Record<string, string | number>>

type FormatLine = (key: string, params?: Params) => string

/** Maximum number of printed issues; the error file contains all of them. */
const maxIssues = 50
/** Rows between two progress lines. */
const progressRows = 5000

/** Formats a line for the terminal, so that content of the file cannot contain line breaks or control sequences. */
export function formatLine(locale: Locale, key: string, params: Params = {}): string {
  return toSingleLine(formatImportText(locale, { key: `rows.${key}`, params }))
}

/** Formats how a file was read, its columns and rows, and its issues. */
export function formatReport(locale: Locale, report: ImportReport): string[] {
  const format: FormatLine = (key, params) => formatLine(locale, key, params)
  const { columns, match, counts, faults: issues, faultCount, notes } = report
  const hiddenCount = faultCount - Math.min(issues.length, maxIssues)
  return [
    ...formatReading(format, report),
    ...columns.map(({ letters, header, path }) =>
      path === null
        ? format('column_left', { letters, header })
        : format('column', { letters, header, path }),
    ),
    ...(match.length > 0 ? [format('match', { paths: match.join(', ') })] : []),
    ...notes.map(({ text }) => text),
    ...(report.reading?.encodings && report.reading.encodings.length > 1 ? formatSample(format, report) : []),
    format('counts', { ...counts }),
    ...issues.slice(0, maxIssues).map((issue) => formatIssue(format, issue)),
    ...(hiddenCount > 0 ? [format('more_faults', { count: hiddenCount })] : []),
  ]
}

function formatReading(format: FormatLine, { reading }: Pick<ImportReport, 'reading'>): string[] {
  if (!reading) return []
  const { kind, encoding = '', encodings = [], separator = '', headerLine } = reading
  if (kind === 'csv') {
    const others = encodings.filter((other) => other !== encoding)
    return [
      format('csv', { encoding, separator: separator === '\t' ? 'tab' : separator, line: headerLine }),
      ...(others.length > 0 ? [format('encodings', { encodings: others.join(', ') })] : []),
    ]
  }
  const { sheet = '', sheets = [] } = reading
  const others = sheets.filter((other) => other !== sheet)
  return [
    format('xlsx', { sheet, line: headerLine }),
    ...(others.length > 0 ? [format('sheets', { sheets: others.join(', ') })] : []),
  ]
}

/**
 * Formats the first rows. The operator checks them when the bytes of the file are valid in several encodings.
 */
function formatSample(format: FormatLine, { sample }: ImportReport): string[] {
  return sample.map(({ line: row, values }) =>
    format('sample', {
      line: row,
      values: Object.values(values).map(formatValue).filter(Boolean).join(' | '),
    }),
  )
}

function formatValue(value: unknown): string {
  if (typeof value !== 'object') return typeof value === 'string' ? value : JSON.stringify(value ?? '')
  return value === null ? '' : Object.values(value).map(formatValue).filter(Boolean).join(' / ')
}

function formatIssue(format: FormatLine, { line: row, column, value, text = '' }: ImportIssue): string {
  if (column === null) return format('fault_row', { line: row, text })
  return format(value === '' ? 'fault' : 'fault_value', { line: row, column, value, text })
}

/** Reports the progress of long work, every few thousand rows. */
export function createProgressReporter(
  locale: Locale,
  print: (text: string) => void,
): (progress: ImportProgress) => void {
  let lastPrinted = { step: '', rows: 0 }
  return ({ step, rows }) => {
    if (step !== lastPrinted.step) lastPrinted = { step, rows: 0 }
    if (rows - lastPrinted.rows < progressRows) return
    lastPrinted = { step, rows }
    print(formatLine(locale, step, { rows }))
  }
}

/** Formats the counts of written rows. */
export function formatResult(locale: Locale, module: string, token: string, counts: ImportCounts): string[] {
  return [formatLine(locale, 'undo', { module, token }), formatLine(locale, 'done', { module, ...counts })]
}
