import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { parse as parseRanges } from 'range-parser'
import type { TokenRights } from '#server/accounts/temporary-tokens.ts'
import type { Caller } from '#server/http/caller.ts'
import { createHttpError } from '#server/errors.ts'
import { toAttachmentHeader } from '#server/files/file-name.ts'
import { onDownloaded } from './download-history.ts'
import {
  findReadableFile,
  findRevealedFile,
  signInRequiredForFile,
  type FileLookup,
  type ReadableFile,
} from './readable-file.ts'
import type { FileStorage } from '../files/storage.ts'

/** The content under a number never changes, but a file can be withdrawn, so copies are revalidated after an hour. */
const publicCacheControl = 'public, max-age=3600'

/** Dependencies of downloads. */
export interface FileContext extends FileLookup {
  storage: FileStorage
  /** Redeems the token of a download in a new tab, which cannot send `Authorization`. */
  redeemToken: (token: string, no: string) => Promise<TokenRights | undefined>
  /** Records a download of a user after the response; nothing is recorded when absent. */
  recordDownload?: (userId: string, no: string) => Promise<void>
}

/** Registers the endpoint of downloads, for callers who can read a row that references the file. */
export async function fileRoutes(app: FastifyInstance, context: FileContext): Promise<void> {
  const { storage } = context
  app.get<{ Params: { no: string }; Querystring: { token?: string } }>(
    '/front/download/file/:no',
    {
      config: { permission: { kind: 'public' } },
      schema: {
        tags: ['files'],
        summary: 'Downloads a file',
        params: { type: 'object', properties: { no: { type: 'string' } } },
        querystring: {
          type: 'object',
          properties: {
            token: { type: 'string', maxLength: 200, description: 'Of `GET /front/request/temporary/token`' },
          },
        },
      },
    },
    async (request, reply) => {
      const { no } = request.params
      const { found, by } = await findForCaller(context, request.caller, no, request.query.token)
      if (found === signInRequiredForFile) throw createHttpError('sign_in.required')
      const storedBytes = found && (await storage.findSize(found.file.storageKey))
      // A row without its bytes is a storage error; for the user there is no such file.
      if (!found || storedBytes !== found.file.sizeBytes) throw createHttpError('not_found')
      if (request.method === 'GET' && by.kind === 'user')
        onDownloaded(reply, () => {
          context.recordDownload?.(by.id, no).catch((err: unknown) => request.log.warn({ err }, 'download'))
        })
      return sendFile(request, reply, found, storage)
    },
  )
}

/** Finds a file for the caller. A token is redeemed only when the caller alone cannot read the file. */
async function findForCaller(
  context: FileContext,
  caller: Caller,
  no: string,
  token: string | undefined,
): Promise<{ found: ReadableFile | typeof signInRequiredForFile | undefined; by: Caller }> {
  const found = await findReadableFile(context, caller, no)
  if (typeof found === 'object' || token === undefined) return { found, by: caller }
  const rights = await context.redeemToken(token, no)
  if (!rights) return { found, by: caller }
  const { caller: by, revealed } = rights
  const opened = revealed
    ? await findRevealedFile(context, by, no, revealed)
    : await findReadableFile(context, by, no)
  return { found: opened, by }
}

function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { file, isPublic }: ReadableFile,
  storage: FileStorage,
): FastifyReply {
  const etag = `"${file.sha256.slice(0, 32)}"`
  reply.headers({
    ETag: etag,
    'Cache-Control': isPublic ? publicCacheControl : 'no-store',
    'Accept-Ranges': 'bytes',
    'Content-Disposition': toAttachmentHeader(file.name),
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
  })
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  const range = parseRange(rangeHeader(request, etag), file.sizeBytes)
  if (range === 'unsatisfiable') {
    reply.header('Content-Range', `bytes */${file.sizeBytes}`).removeHeader('Content-Disposition')
    throw createHttpError('range.not_satisfiable')
  }
  const { start, end } = range === 'all' ? { start: 0, end: file.sizeBytes - 1 } : range
  if (range !== 'all') reply.code(206).header('Content-Range', `bytes ${start}-${end}/${file.sizeBytes}`)
  reply.header('Content-Type', file.mediaType).header('Content-Length', end - start + 1)
  // Fastify uses the header for the length of a HEAD response only when there is a stream.
  if (request.method === 'HEAD') return reply.send(Readable.from([]))
  if (file.sizeBytes === 0) return reply.send('')
  return reply.send(storage.read(file.storageKey, { start, end }))
}

/** A range of another version would be combined with the wrong bytes (`If-Range`). */
function rangeHeader(request: FastifyRequest, etag: string): string | undefined {
  const condition = request.headers['if-range']
  return condition === undefined || condition === etag ? request.headers.range : undefined
}

/**
 * Parses a `Range` header with one range: `bytes=0-99`, `bytes=100-` or `bytes=-50`.
 * @returns first and last byte, both included; `all` when there is none, or an unsupported one (RFC 9110 lets a server
 * ignore it); `unsatisfiable` when it is outside the file
 */
function parseRange(
  header = '',
  sizeBytes: number,
): { start: number; end: number } | 'all' | 'unsatisfiable' {
  if (!oneRange.test(header)) return 'all'
  const { code, ranges } = parseRanges(sizeBytes, header.trim())
  return (code & malformed) === 0 ? (ranges[0] ?? 'unsatisfiable') : 'all'
}

const oneRange = /^\s*bytes=[^\s,]*\s*$/
/** Bit in the `code` of range-parser: a range has no valid syntax. */
const malformed = 1

function matchesEtag(header: string | undefined, etag: string): boolean {
  const tags = (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes(etag) || tags.includes('*')
}
