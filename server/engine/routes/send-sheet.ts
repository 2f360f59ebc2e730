import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { attachment } from '#server/files/content-disposition.ts'
import type { SheetFile } from '../export/file-of-module.ts'

/** Sends a sheet while it is written, to be saved under its name; who goes away ends the writing. */
export function sendSheet(
  reply: FastifyReply,
  { name, mediaType }: Pick<SheetFile, 'name' | 'mediaType'>,
  file: Readable,
): FastifyReply {
  reply.raw.once('close', () => file.destroy())
  if (reply.raw.destroyed) file.destroy()
  reply.headers({
    'Content-Type': mediaType,
    'Content-Disposition': attachment(name),
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
  })
  return reply.send(file)
}
