import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SheetRow } from '#server/spreadsheets/cell.ts'
import type { InvalidSheetError } from '#server/spreadsheets/invalid-sheet-error.ts'
import { openCsv } from '#server/spreadsheets/read/csv/csv-source.ts'
import type { SheetSource } from '#server/spreadsheets/read/sheet-source.ts'
import { openXlsx } from '#server/spreadsheets/read/xlsx/xlsx-source.ts'
import { openSheet, type OpenSheet, type SheetOptions } from '#server/spreadsheets/read/open-sheet.ts'

const folder = mkdtempSync(join(tmpdir(), 'sheets-'))
let count = 0

/** Writes a file of a test. @returns its path */
export function sheetFile(bytes: Buffer | string): string {
  const path = join(folder, String(count++))
  writeFileSync(path, bytes)
  return path
}

/** The content of a whole file. */
export type ReadSheet = Omit<OpenSheet, 'rows' | 'close'> & { rows: SheetRow[] }

/** Reads a file to its end. */
export async function readSheet(
  path: string,
  kind: 'csv' | 'xlsx',
  options: SheetOptions = {},
): Promise<ReadSheet> {
  const { rows, close: _close, ...reading } = await openSheet(path, kind, options)
  const all: SheetRow[] = []
  for await (const batch of rows) all.push(...batch)
  return { ...reading, rows: all }
}

/** Reads a CSV file to its end within this thread, which takes a tenth of starting a worker. */
export async function readCsv(
  bytes: Buffer | string,
  options: Pick<SheetOptions, 'encoding' | 'separator'> = {},
): Promise<ReadSheet> {
  return readToEnd(await openCsv({ path: sheetFile(bytes), kind: 'csv', ...options }))
}

/** Reads a workbook to its end within this thread. */
export async function readWorkbook(
  path: string,
  options: Pick<SheetOptions, 'sheet'> = {},
): Promise<ReadSheet> {
  return readToEnd(await openXlsx({ path, kind: 'xlsx', ...options }))
}

async function readToEnd({ reading, batches }: SheetSource): Promise<ReadSheet> {
  const all: SheetRow[] = []
  for (let batch = await batches.next(); !batch.done; batch = await batches.next()) all.push(...batch.value)
  return { ...reading, rows: all }
}

/** Returns why a file is rejected, with the placeholders of its text. */
export async function refusalOf(reading: Promise<unknown>): Promise<[string, object]> {
  const error = await reading.then(
    () => undefined,
    (reason: unknown) => reason as InvalidSheetError,
  )
  return [error?.reason ?? String(error), error?.params ?? {}]
}
