import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { toAttachmentHeader } from '#server/files/file-name.ts'
import type { SheetFile } from '../export/sheet-file.ts'

/** Longest time for a file, in milliseconds: who reads it more slowly holds old data in the database for too long. */
const longestMs = 600_000

/** Ends a file that is written while it is read when that takes too long. */
export function limitTime(file: Readable): void {
  const timer = setTimeout(() => file.destroy(new Error('the file took too long')), longestMs)
  file.once('close', () => clearTimeout(timer))
}

/** Sends a sheet while it is written, to be saved under its name; the framework ends the writing when its reader goes away. */
export function sendSheet(
  reply: FastifyReply,
  { name, mediaType }: Pick<SheetFile, 'name' | 'mediaType'>,
  file: Readable,
): FastifyReply {
  reply.headers({
    'Content-Type': mediaType,
    'Content-Disposition': toAttachmentHeader(name),
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
  })
  return reply.send(file)
}
