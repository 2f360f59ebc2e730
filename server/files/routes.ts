import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '#server/db/client.ts'
import { refuse } from '#server/http/refusal.ts'
import { parseRange } from './byte-range.ts'
import { attachment } from './content-disposition.ts'
import { findPublicFile, type PublicFile } from './find-files.ts'
import type { FileStorage } from './storage.ts'

/** A stored file never changes under its number; it can be withdrawn, so a copy is asked about again after an hour. */
const cacheControl = 'public, max-age=3600'

/** What downloads work with. */
export interface FileContext {
  db: Database
  storage: FileStorage
}

/** Downloads of files that everybody may have. */
export async function fileRoutes(app: FastifyInstance, { db, storage }: FileContext): Promise<void> {
  app.get<{ Params: { no: string } }>(
    '/front/download/file/:no',
    {
      config: { permission: { kind: 'public' } },
      schema: {
        tags: ['files'],
        summary: 'Downloads a file',
        params: { type: 'object', properties: { no: { type: 'string' } } },
      },
    },
    async (request, reply) => {
      const file = await findPublicFile(db.kysely, request.params.no)
      const storedBytes = file && (await storage.findSize(file.storageKey))
      // A row without its bytes is a fault of the storage, and to the person there is no such file.
      if (!file || storedBytes !== file.sizeBytes) throw refuse('not_found')
      return sendFile(request, reply, file, storage)
    },
  )
}

function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: PublicFile,
  storage: FileStorage,
): FastifyReply {
  const etag = `"${file.sha256.slice(0, 32)}"`
  reply.headers({
    ETag: etag,
    'Cache-Control': cacheControl,
    'Accept-Ranges': 'bytes',
    'Content-Disposition': attachment(file.name),
    'Content-Security-Policy': 'sandbox',
    'X-Content-Type-Options': 'nosniff',
  })
  if (namesTag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  const range = parseRange(rangeHeader(request, etag), file.sizeBytes)
  if (range === 'unsatisfiable') {
    reply.header('Content-Range', `bytes */${file.sizeBytes}`).removeHeader('Content-Disposition')
    throw refuse('range.not_satisfiable')
  }
  const { start, end } = range === 'all' ? { start: 0, end: file.sizeBytes - 1 } : range
  if (range !== 'all') reply.code(206).header('Content-Range', `bytes ${start}-${end}/${file.sizeBytes}`)
  reply.header('Content-Type', file.mediaType).header('Content-Length', end - start + 1)
  // Fastify takes a HEAD answer's length from the header only when there is a stream.
  if (request.method === 'HEAD') return reply.send(Readable.from([]))
  if (file.sizeBytes === 0) return reply.send('')
  return reply.send(storage.read(file.storageKey, { start, end }))
}

/** A range of another version of the file would be glued to the wrong bytes (`If-Range`). */
function rangeHeader(request: FastifyRequest, etag: string): string | undefined {
  const condition = request.headers['if-range']
  return condition === undefined || condition === etag ? request.headers.range : undefined
}

function namesTag(header: string | undefined, etag: string): boolean {
  const tags = (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes(etag) || tags.includes('*')
}
