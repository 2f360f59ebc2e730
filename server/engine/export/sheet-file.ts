import type { FastifyReply } from 'fastify'
import type { Readable } from 'node:stream'
import type { ServerModule } from '../schema/server-module.ts'
import type { Locale } from '#contract/locale.ts'
import { toAttachmentHeader, sanitizeFileName } from '#server/files/file-name.ts'
import type { SheetFormat } from '#server/spreadsheets/sheet-format.ts'

/** Kinds of the files that exports and import templates write. */
export const sheetKinds = ['csv', 'xlsx'] as const

/** One of {@link sheetKinds}. */
export type SheetKind = (typeof sheetKinds)[number]

/** Media types of the files by their kind. */
const mediaTypes: Record<SheetKind, string> = {
  csv: 'text/csv; charset=utf-8; header=present',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** A file of a module's rows: format, name and media type. */
export interface SheetFile {
  format: SheetFormat
  /** File name with its ending. */
  name: string
  mediaType: string
}

/** Creates the description of a file. @param suffix follows the module's label in the file name: a date, or the file's purpose */
export function createSheetFile(
  { definition }: ServerModule,
  kind: SheetKind,
  locale: Locale,
  suffix: string,
): SheetFile {
  const label = definition.label[locale]
  const format: SheetFormat =
    kind === 'xlsx'
      ? { kind, sheet: label }
      : // The CSV variant that Excel opens correctly by a double click: UTF-8 with a byte order mark.
        { kind, encoding: 'utf-8', hasMark: true, separator: ',', lineEnd: '\r\n' }
  return { format, name: sanitizeFileName(`${label} ${suffix}.${kind}`), mediaType: mediaTypes[kind] }
}

/** Maximum duration of a download, in milliseconds: a slow reader would hold a snapshot in the database for too long. */
const maxDurationMs = 600_000

/** Destroys a stream that is read for too long. */
export function limitDuration(file: Readable): void {
  const timer = setTimeout(() => file.destroy(new Error('the file took too long')), maxDurationMs)
  file.once('close', () => clearTimeout(timer))
}

/** Streams a sheet as a download. Fastify destroys the stream when the client disconnects. */
export function sendSheet(
  reply: FastifyReply,
  { name, mediaType }: Pick<SheetFile, 'name' | 'mediaType'>,
  file: Readable,
): FastifyReply {
  reply.headers({
    'Content-Type': mediaType,
    'Content-Disposition': toAttachmentHeader(name),
    'Cache-Control': 'no-store',
    // The file has values that users wrote: a browser that shows it must run nothing of it.
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
  })
  return reply.send(file)
}
