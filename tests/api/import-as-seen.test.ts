import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ImportReport } from '#contract/transfer.ts'
import { formatColumn } from '#server/spreadsheets/cell.ts'
import { eachDatabase } from '../support/databases.ts'
import { putImportFile } from '../support/import-files.ts'
import type { ImportAnswer } from '../support/import-forum.ts'
import { oddModule, OddForum } from '../support/odd-list.ts'
import * as seen from '../support/seen-tables.ts'
import { seenAt, type SeenTable } from '../support/seen-tables.ts'
import { twoSizes } from '../support/sizes.ts'

/** A row of the list as texts, by path; without the empty ones. */
type Row = Record<string, string>

eachDatabase('an import of a table as organisers have them', (place) => {
  const forum = new OddForum(place)

  /** A dry run. Where the answer shows that it took another encoding or separator, the person says the right one. */
  const check = async (table: SeenTable): Promise<ImportReport> => {
    const { db, storage } = forum.server
    const text = await table.bytes()
    const kind = table.csv ? 'csv' : 'xlsx'
    // Uploads have tests of their own; this one reads many files.
    const upload = { owner: 'importing-organiser', module: oddModule, text, kind } as const
    const body = { file: await putImportFile(db, storage, upload), on_error: 'skip' } as const
    const first = await forum.send(oddModule, body)
    const isOther = table.csv && showsOtherReading(first, table.csv)
    const { data, error } = isOther ? await forum.send(oddModule, { ...body, ...table.csv }) : first
    if (error) throw new Error(`refused: ${JSON.stringify(error)}`)
    return data
  }

  for (const { size, mark } of twoSizes(40, 500, 'imports 500 files'))
    it(
      `writes what a person sees, or says where not, in ${size} of them [S13]`,
      { ...mark, timeout: 3_000 * size },
      async () => {
        const asSeen = fc.asyncProperty(seen.seenTable, async (table) => {
          await forum.empty()
          const report = await check(table)
          await forum.send(oddModule, { token: report.token })
          const written = await forum.rows('name', 'about', 'seats')
          const expected = expectedOf(table, report)
          expect({
            headerLine: report.reading?.headerLine,
            filled: report.columns.flatMap(({ path }) => path ?? []).toSorted(),
            wrongColumns: findWrongColumns(table, report),
            unsaid: findUnsaid(table, report),
            badLines: [...new Set(report.faults.map(({ line }) => line))],
            rows: sorted(written.map(toRow)),
          }).toEqual({ ...expected, rows: sorted(expected.rows), wrongColumns: [], unsaid: [] })
        })
        // Making a counterexample smaller would take hundreds of imports; its seed is printed.
        expect(await fc.assert(asSeen, { numRuns: size, endOnFailure: true })).toBeUndefined()
      },
    )
})

/** True when the answer names the right encoding beside the one it took, or refuses or doubts what a wrong separator makes. */
function showsOtherReading({ data, error }: ImportAnswer, csv: NonNullable<SeenTable['csv']>): boolean {
  if (error?.fields[0]?.key === 'sheet.unclosed_quote') return true
  const { encoding, encodings = [], separator } = data?.reading ?? {}
  const isNamed = encoding !== csv.encoding && encodings.includes(csv.encoding)
  if (isNamed || separator === csv.separator) return isNamed
  return (
    Boolean(error) || data.faults.length > 0 || data.notes.some(({ key }) => key === 'import.unparted_lines')
  )
}

/** What a person sees: each known header fills its field once; no row has words for a number, or in a CSV file more cells than headers. */
function expectedOf(table: SeenTable, { columns }: ImportReport) {
  const { csv, grid, headerLine } = table
  const width = lastFilled(grid[0]!)
  const filled = new Set(grid[0]!.flatMap((_, at) => seen.pathOf(seenAt(table, 0, at)) ?? []))
  const rows: Row[] = []
  const badLines: number[] = []
  for (const row of filledRows(table)) {
    const texts = columns.flatMap(({ path }, at) => (path ? [[path, seenAt(table, row, at)] as const] : []))
    const isBad = texts.some(([path, text]) => path === 'seats' && !/^\d*$/.test(text))
    if (isBad || (csv && lastFilled(grid[row]!) > width)) badLines.push(headerLine + row)
    else rows.push(toRow(Object.fromEntries(texts)))
  }
  return { headerLine, filled: [...filled].toSorted(), rows, badLines }
}

/** Columns that fill another field than their header says, or for which an equal header stands before them. */
function findWrongColumns(table: SeenTable, { columns }: ImportReport): string[] {
  const headers = columns.map((_, at) => seenAt(table, 0, at))
  return columns
    .filter(
      ({ path }, at) => path && (path !== seen.pathOf(headers[at]) || headers.indexOf(headers[at]!) < at),
    )
    .map(({ letters }) => letters)
}

/** What is left out or not taken as it stands, and no note names. */
function findUnsaid(table: SeenTable, { notes, columns }: ImportReport): string[] {
  const { areas, csv, grid, headerLine, hiddenColumns, hiddenRows, linesAbove } = table
  const rows = filledRows(table)
  const width = csv ? columns.length : Math.max(...grid.map(({ length }) => length))
  const withCells = Array.from({ length: width }, (_, at) => at).filter((at) =>
    rows.some((row) => seenAt(table, row, at) !== ''),
  )
  const isRead = (at: number) => Boolean(columns[at]?.path)
  const toSay: readonly (readonly [string, readonly (string | number)[]])[] = [
    ['lines_above', linesAbove],
    ['hidden_rows', rows.filter((row) => hiddenRows.includes(row)).map((row) => headerLine + row)],
    ['unread_columns', withCells.filter((at) => !isRead(at)).map((at) => formatColumn(at))],
    [
      'hidden_columns',
      withCells.filter((at) => isRead(at) && hiddenColumns.includes(at)).map((at) => formatColumn(at)),
    ],
    ...areas
      .filter((area) => area.row > 0 && grid[area.row]?.[area.column])
      .map(
        (area) =>
          [`merged_${area.columns > 1 ? 'columns' : 'rows'}`, [seen.referenceOf(table, area)]] as const,
      ),
  ]
  return toSay.flatMap(([key, places]) => {
    const said = notes.filter((note) => note.key === `import.${key}`).map(({ text }) => text)
    const isSaid = (at: string | number) =>
      said.some((text) => new RegExp(`(?<![\\w:])${at}(?![\\w:])`).test(text))
    return places.filter((at) => !isSaid(at)).map((at) => `${key} ${at}`)
  })
}

/** Rows below the headers in which something stands but what merged cells show that begin above or beside. */
function filledRows(table: SeenTable): number[] {
  const isOwn = (row: number, column: number) =>
    (seen.areaAt(table, row, column)?.row ?? row) === row && seenAt(table, row, column) !== ''
  return [...table.grid.keys()].filter((row) => row > 0 && table.grid[row]!.some((_, at) => isOwn(row, at)))
}

function lastFilled(cells: readonly string[]): number {
  return cells.findLastIndex((text) => text !== '') + 1
}

function toRow({ name, seats, ...values }: Record<string, unknown>): Row {
  const { 'zh-CN': zh, en } = (name ?? {}) as Record<string, unknown>
  const count = (seats ?? '') === '' ? '' : Number(seats)
  const all: Record<string, unknown> = { 'name.zh-CN': zh, 'name.en': en, seats: count, ...values }
  return Object.fromEntries(
    seen.seenPaths.filter((path) => (all[path] ?? '') !== '').map((path) => [path, String(all[path])]),
  )
}

function sorted(rows: readonly Row[]): string[] {
  return rows.map((row) => JSON.stringify(row)).toSorted()
}
