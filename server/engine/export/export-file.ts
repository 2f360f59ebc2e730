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
import { loadRelatedLabels } from '../query/related-labels.ts'
import { overflowMarker } from '../field-types/overflow-marker.ts'
import { writeCell } from '../field-types/write-cell.ts'
import type { WireRow } from '../field-types/codec.ts'
import type { Registry } from '../schema/registry.ts'
import { countRows, readPages } from './export-rows.ts'
import type { ExportPlan } from './plan-export.ts'
import { columnWidth } from './column-width.ts'

/** What exports work with. */
export interface ExportContext {
  db: Database
  registry: Registry
  now: () => Date
}

/** An export that is about to be read. */
export interface ExportFile {
  file: Readable
  rows: number
}

/** Where an export comes from and how it is written. */
export interface ExportOptions {
  caller: Caller
  locale: Locale
  format: SheetFormat
  /** Absent for the operator's commands. */
  origin?: RequestOrigin
  /** Told after every page: rows that are through. */
  progress?: (rows: number) => void
}

/**
 * Takes rows out as a file, all as they are at one moment, while it is read. The audit log tells of it before there is a
 * first byte. A fault in the middle destroys the stream, and who destroys the stream ends the reading.
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
      const rows = await countRows(trx, plan)
      const fields = plan.columns.map(({ field }) => field)
      const related = await loadRelatedLabels({ kysely: trx, registry }, options, fields)
      const cells = { locale, zone: await readForumZone(trx), related }
      await tell(context, plan, options, rows)
      const sheet = sheetRows(readPages(trx, plan, caller), plan, options, (column, value) =>
        writeCell(column, value, cells),
      )
      const widths = plan.columns.map((column) => columnWidth(column, locale))
      const file = writeSheet(format, sheet, { hasHeader: true, widths, tooLongMark: overflowMarker })
      resolve({ file, rows })
      // Whoever reads the stream learns of its faults; here it is only waited for.
      await finished(file).catch(() => {})
      await sheet.return(undefined)
    }).catch(reject)
  })
}

async function* sheetRows(
  pages: AsyncIterable<readonly WireRow[]>,
  { columns }: ExportPlan,
  { locale, progress }: ExportOptions,
  toCell: (column: ExportPlan['columns'][number], value: unknown) => OutCell,
): AsyncGenerator<OutCell[]> {
  yield columns.map(({ label }) => label[locale])
  let rows = 0
  for await (const page of pages) {
    for (const row of page) yield columns.map((column) => toCell(column, row[column.key]))
    progress?.((rows += page.length))
  }
}

/** Names of columns and the number of rows, never a value. */
async function tell(
  { db, now }: ExportContext,
  { module, columns }: ExportPlan,
  { caller, origin }: ExportOptions,
  rows: number,
): Promise<void> {
  await appendAudit(db.kysely, {
    at: now(),
    actorId: caller.kind === 'user' ? caller.id : null,
    action: 'export',
    module: module.definition.name,
    fields: columns.map(({ path }) => path),
    rowCount: rows,
    ...origin,
  })
}
