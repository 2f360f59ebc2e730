import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { Locale } from '#contract/locale.ts'
import { appendAudit } from '#server/db/audit-log.ts'
import type { Database } from '#server/db/client.ts'
import type { Caller } from '#server/http/caller.ts'
import type { RequestOrigin } from '#server/http/limits.ts'
import { readForumZone } from '#server/db/settings.ts'
import type { OutCell } from '#server/spreadsheets/cell.ts'
import type { SheetFormat } from '#server/spreadsheets/sheet-format.ts'
import { writeSheet } from '#server/spreadsheets/write/write-sheet.ts'
import { loadRelatedLabels } from '#server/engine/query/labels.ts'
import { overflowMarker, writeCell } from '#server/engine/field-types/cells.ts'
import type { WireRow } from '../field-types/codec.ts'
import type { Registry } from '../schema/registry.ts'
import { countRows, readPages } from './export-rows.ts'
import type { ExportPlan } from './plan-export.ts'
import { getColumnWidth } from '#server/engine/field-types/sheet-columns.ts'

/** Dependencies of exports. */
export interface ExportContext {
  db: Database
  registry: Registry
  now: () => Date
}

/** An open export and its number of rows. */
export interface ExportFile {
  file: Readable
  rowCount: number
}

/** Who exports, in which language and format. */
export interface ExportOptions {
  caller: Caller
  locale: Locale
  format: SheetFormat
  /** Absent in commands of the operator. */
  origin?: RequestOrigin
  /** Called after every page with the number of rows written. */
  progress?: (rowCount: number) => void
}

/**
 * Opens an export: a stream that reads rows from one snapshot of the database. The audit log records the export before the
 * first byte. An error destroys the stream, and destroying the stream ends the reading.
 */
export function openExport(
  context: ExportContext,
  plan: ExportPlan,
  options: ExportOptions,
): Promise<ExportFile> {
  const { db, registry } = context
  const { caller, locale, format } = options
  return new Promise((resolve, reject) => {
    db.snapshot(async (trx) => {
      const rowCount = await countRows(trx, plan)
      const fields = plan.columns.map(({ field }) => field)
      const relatedLabels = await loadRelatedLabels({ kysely: trx, registry }, options, fields)
      const cellContext = { locale, zone: await readForumZone(trx), related: relatedLabels }
      // On another connection: the snapshot's transaction is read-only.
      await auditExport(context, plan, options, rowCount)
      const sheetRows = createSheetRows(readPages(trx, plan, caller), plan, options, (column, value) =>
        writeCell(column, value, cellContext),
      )
      const widths = plan.columns.map((column) => getColumnWidth(column, locale))
      const file = writeSheet(format, sheetRows, { hasHeader: true, widths, tooLongMark: overflowMarker })
      resolve({ file, rowCount })
      // The consumer of the stream handles its errors; the snapshot only has to stay open until the stream ends.
      await finished(file).catch(() => {})
      // Ends the query when the stream was destroyed before the last row.
      await sheetRows.return(undefined)
    }).catch(reject)
  })
}

/** Generates the rows of the sheet: the header, then a row of cells for each row. @param toCell writes one value as a cell */
async function* createSheetRows(
  pages: AsyncIterable<readonly WireRow[]>,
  { columns }: ExportPlan,
  { locale, progress }: ExportOptions,
  toCell: (column: ExportPlan['columns'][number], value: unknown) => OutCell,
): AsyncGenerator<OutCell[]> {
  yield columns.map(({ label }) => label[locale])
  let rowCount = 0
  for await (const page of pages) {
    for (const row of page) yield columns.map((column) => toCell(column, row[column.key]))
    progress?.((rowCount += page.length))
  }
}

/** Records the names of columns and the number of rows in the audit log, never a value. */
async function auditExport(
  { db, now }: ExportContext,
  { module, columns }: ExportPlan,
  { caller, origin }: ExportOptions,
  rowCount: number,
): Promise<void> {
  await appendAudit(db.kysely, {
    at: now(),
    actorId: caller.kind === 'user' ? caller.id : null,
    action: 'export',
    module: module.definition.name,
    fields: columns.map(({ path }) => path),
    rowCount,
    ...origin,
  })
}
