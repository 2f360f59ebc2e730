import type { Locale } from '#contract/locale.ts'
import { sanitizeFileName } from '#server/files/file-name.ts'
import type { SheetFormat } from '#server/spreadsheets/sheet-format.ts'
import type { ServerModule } from '../schema/server-module.ts'

/** Kinds of files in which rows come and go. */
export const sheetKinds = ['csv', 'xlsx'] as const

export type SheetKind = (typeof sheetKinds)[number]

const mediaTypes: Record<SheetKind, string> = {
  csv: 'text/csv; charset=utf-8; header=present',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** A file of a module's rows: how it is written, what it is called and what it is. */
export interface SheetFile {
  format: SheetFormat
  name: string
  mediaType: string
}

/** @param about what stands in the name behind the module's: a day, or what the file is for */
export function createSheetFile(
  { definition }: ServerModule,
  kind: SheetKind,
  locale: Locale,
  about: string,
): SheetFile {
  const label = definition.label[locale]
  const format: SheetFormat =
    kind === 'xlsx'
      ? { kind, sheet: label }
      : // What Excel opens by a double click.
        { kind, encoding: 'utf-8', hasMark: true, separator: ',', lineEnd: '\r\n' }
  return { format, name: sanitizeFileName(`${label} ${about}.${kind}`), mediaType: mediaTypes[kind] }
}
