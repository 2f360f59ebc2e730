import type { Locale } from '#contract/locale.ts'
import type { ImportReport } from '#contract/transfer.ts'
import { errorText } from '#server/http/error-texts.ts'
import type { Cell, OutCell, SheetRow } from '#server/spreadsheets/cell.ts'
import { unescapeFormula } from '#server/spreadsheets/cell-text.ts'
import { showCell } from './input-row.ts'
import type { ImportRequest } from './import-deps.ts'
import { isErrorsHeader } from './map-columns.ts'
import { columnOf } from './report.ts'
import { readStage, type StagedFault, type StagedLine } from './stage.ts'

/** Which rows of a file are written again, and what is known of them. */
export interface ErrorRows {
  token: string
  report: ImportReport
  /** True when rows without faults stay out. */
  onlyBad: boolean
  /** True for CSV: its apostrophes before formulas are written anew. */
  isDefused: boolean
}

/** Parts the faults of a row. */
const between = ' | '
/** All faults of a row, in characters; a cell of a workbook holds 32,767. */
const maxFaultsCharacters = 10_000

/** The rows of a person's file with their cells as they are, each with its faults behind the last column that has a name. */
export async function* errorRows(
  call: ImportRequest,
  { token, report, onlyBad, isDefused }: ErrorRows,
  batches: AsyncIterable<readonly SheetRow[]>,
): AsyncGenerator<OutCell[]> {
  const lines = linesOf(call, token)
  let own: readonly number[] | undefined
  const { headerLine = 0 } = report.reading ?? {}
  for await (const rows of batches)
    for (const { line, cells } of rows) {
      const out = cells.map((cell) => toOut(cell, isDefused))
      if (line < headerLine) {
        yield out
        continue
      }
      if (!own) {
        own = ownColumns(cells)
        yield arrange(out, own, cells.length, errorText('sheet.errors_header', call.locale))
        continue
      }
      const staged = await lines.find(line)
      if (onlyBad && staged?.deed !== 'bad') continue
      const faults = tellFaults(call, report, staged?.faults ?? []).slice(0, maxFaultsCharacters)
      yield arrange(out, own, report.columns.length, faults)
    }
}

/** Columns with a name that are not faults of an import before. */
function ownColumns(header: readonly Cell[]): number[] {
  return header.flatMap((cell, index) => (isErrorsHeader(showCell(cell)) ? [] : [index]))
}

/** What lies behind the named columns of a ragged row comes behind the faults. */
function arrange(
  cells: readonly OutCell[],
  own: readonly number[],
  named: number,
  faults: string,
): OutCell[] {
  return [...own.map((index) => cells[index] ?? ''), faults, ...cells.slice(named)]
}

/**
 * A formula is written as an error: its text would be taken for the value when the file comes again as it is, and what it
 * was worth is not known.
 */
function toOut(cell: Cell, isDefused: boolean): OutCell {
  if (typeof cell === 'string') return isDefused ? unescapeFormula(cell) : cell
  return typeof cell === 'object' && cell.kind === 'formula' ? notAvailable : cell
}

const notAvailable = { kind: 'error', code: '#N/A' } as const

/** What is wrong with a row, in the order of its columns; what is of no column comes last. */
function tellFaults({ locale }: ImportRequest, report: ImportReport, faults: readonly StagedFault[]): string {
  return faults
    .map((fault) => {
      const letters = columnOf(report, fault.path)
      const place = report.columns.findIndex((column) => column.letters === letters)
      return { fault, place: place < 0 ? report.columns.length : place }
    })
    .toSorted((a, b) => a.place - b.place)
    .map(({ fault, place }) => tellFault(locale, report, fault, place))
    .join(between)
}

function tellFault(
  locale: Locale,
  { columns, paths }: ImportReport,
  { path, key, params }: StagedFault,
  place: number,
): string {
  const label = paths.find((one) => one.path === path || one.path.split('.')[0] === path.split('.')[0])
  const name = columns[place]?.header || label?.label[locale] || columns[place]?.letters
  const text = errorText(key, locale, params)
  return name ? `${name}${locale === 'zh-CN' ? '：' : ': '}${text}` : text
}

/** The checked lines of an import, to be asked for in their order. */
function linesOf({ parts, module }: ImportRequest, token: string) {
  const stage = { secrets: parts.secrets, definition: module.definition, importId: token }
  const batches = readStage(parts.db.kysely, stage)
  let waiting: StagedLine[] = []
  return {
    find: async (line: number): Promise<StagedLine | undefined> => {
      for (;;) {
        const [next] = waiting
        if (next && next.line > line) return undefined
        if (next) waiting.shift()
        if (next?.line === line) return next
        if (next) continue
        const batch = await batches.next()
        if (batch.done) return undefined
        waiting = batch.value
      }
    },
  }
}
