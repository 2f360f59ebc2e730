import type { Readable } from 'node:stream'
import type { Locale, Localized } from '#contract/locale.ts'
import { sanitizeFileName } from '#server/files/file-name.ts'
import { createHttpError } from '#server/errors.ts'
import type { Encoding, SheetFormat } from '#server/spreadsheets/sheet-format.ts'
import { writeSheet } from '#server/spreadsheets/write/write-sheet.ts'
import { overflowMarker } from '#server/engine/field-types/cells.ts'
import { errorRows } from './error-rows.ts'
import { openOrRefuse, type FileSource } from './file-lines.ts'
import type { ImportRequest } from './import-deps.ts'
import { getImport } from './import-job.ts'

/** A person's file with what is wrong in it. */
export interface ErrorFile {
  file: Readable
  name: string
  mediaType: string
}

/** The file that an import read, and what its person called it. */
export interface NamedSource extends FileSource {
  name: string
  sha256: string
}

/** Stands behind the file's own name. */
const errorsName: Localized = { 'zh-CN': '错误', en: 'errors' }

/** Encodings that Excel knows by their mark alone. */
const needsMark: ReadonlySet<Encoding> = new Set(['utf-8', 'utf-16le', 'utf-16be'])
/** Encodings that have not every character: the words of a fault may need others. */
const isPartial: ReadonlySet<Encoding> = new Set(['big5', 'windows-1252'])

/**
 * Writes a person's own file again, with all faults of each row in a column behind the others, to be corrected and
 * imported again: all rows, or, when bad rows are left out, these alone. It is written while it is read.
 * @param find gives the file with this number
 * @throws Refusal `import.unknown_token`, `import.over` when it was taken back or given up, `not_found` when rows were sent
 * or the file is gone, `import.other` when it is another one
 */
export async function openErrorFile(
  call: ImportRequest,
  token: string,
  find: (no: string | undefined) => Promise<NamedSource | undefined>,
): Promise<ErrorFile> {
  const { state, asked, report } = await getImport(call, token)
  if (!report || (state !== 'checked' && state !== 'committed')) throw createHttpError('import.over')
  const source = asked.format && (await find(asked.body.file))
  if (!source || !asked.format) throw createHttpError('not_found')
  if (source.sha256 !== asked.sha256) throw createHttpError('import.other')
  const format = toWritten(asked.format)
  const sheet = await openOrRefuse(source, readingOf(asked.format), call.signal)
  const onlyBad = state === 'committed' || asked.body.on_error === 'skip'
  const rows = errorRows(call, { token, report, onlyBad, isDefused: format.kind === 'csv' }, sheet.rows)
  const file = writeSheet(format, rows, { hasHeader: true, tooLongMark: overflowMarker })
  // Also when nobody ever reads it.
  file.once('close', () => void sheet.close())
  return { file, name: nameOf(source.name, call.locale), mediaType: mediaTypeOf(format) }
}

function toWritten(format: SheetFormat): SheetFormat {
  if (format.kind === 'csv' && isPartial.has(format.encoding))
    return { ...format, encoding: 'utf-8', hasMark: true }
  return format.kind === 'csv' && needsMark.has(format.encoding) ? { ...format, hasMark: true } : format
}

function readingOf(format: SheetFormat) {
  return format.kind === 'csv'
    ? { encoding: format.encoding, separator: format.separator }
    : { sheet: format.sheet }
}

function nameOf(name: string, locale: Locale): string {
  const ending = /\.[^.]+$/.exec(name)?.[0] ?? ''
  return sanitizeFileName(`${name.slice(0, name.length - ending.length)} ${errorsName[locale]}${ending}`)
}

function mediaTypeOf(format: SheetFormat): string {
  return format.kind === 'csv'
    ? `text/csv; charset=${format.encoding}; header=present`
    : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
}
