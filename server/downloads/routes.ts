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

/**
 * `Cache-Control` of files that everybody can read. The bytes under a number never change, but a file can be withdrawn, so
 * copies are revalidated after an hour.
 */
const publicCacheControl = 'public, max-age=3600'

/** Dependencies of downloads. */
export interface DownloadContext extends FileLookup {
  storage: FileStorage
  /** Redeems the token of a download in a new tab, which cannot send `Authorization`. */
  redeemToken: (token: string, no: string) => Promise<TokenRights | undefined>
  /** Records a download of a user after the response; nothing is recorded when absent. */
  recordDownload?: (userId: string, no: string) => Promise<void>
}

/** Registers the endpoint of downloads, for callers who can read a row that references the file. */
export async function downloadRoutes(app: FastifyInstance, context: DownloadContext): Promise<void> {
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
      const { result, downloader } = await findFileForCaller(context, request.caller, no, request.query.token)
      if (result === signInRequiredForFile) throw createHttpError('sign_in.required')
      const storedBytes = result && (await storage.findSize(result.file.storageKey))
      // A row without its bytes is a storage error; for the user there is no such file.
      if (!result || storedBytes !== result.file.sizeBytes) throw createHttpError('not_found')
      if (request.method === 'GET' && downloader.kind === 'user')
        onDownloaded(reply, () => {
          context
            .recordDownload?.(downloader.id, no)
            .catch((err: unknown) => request.log.warn({ err }, 'download'))
        })
      return sendFile(request, reply, result, storage)
    },
  )
}

/**
 * Finds a file for the caller, or for the user of the token. A token is redeemed only when the caller alone cannot read
 * the file.
 */
async function findFileForCaller(
  context: DownloadContext,
  caller: Caller,
  no: string,
  token: string | undefined,
): Promise<{ result: ReadableFile | typeof signInRequiredForFile | undefined; downloader: Caller }> {
  const result = await findReadableFile(context, caller, no)
  if (typeof result === 'object' || token === undefined) return { result, downloader: caller }
  const rights = await context.redeemToken(token, no)
  if (!rights) return { result, downloader: caller }
  const { caller: downloader, revealed } = rights
  const fileByToken = revealed
    ? await findRevealedFile(context, downloader, no, revealed)
    : await findReadableFile(context, downloader, no)
  return { result: fileByToken, downloader }
}

/** Sends the file or a range of it, or 304 when the client has it. Any other file than a public one is not cached. */
function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { file, isPublic }: ReadableFile,
  storage: FileStorage,
): FastifyReply {
  // 128 bits are enough to tell two versions apart.
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
  const range = parseRange(getRangeHeader(request, etag), file.sizeBytes)
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

/** Gets the requested range, unless `If-Range` names another version: the client would combine different files. */
function getRangeHeader(request: FastifyRequest, etag: string): string | undefined {
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
  if (!singleRangePattern.test(header)) return 'all'
  const { code, ranges } = parseRanges(sizeBytes, header.trim())
  return (code & malformedBit) === 0 ? (ranges[0] ?? 'unsatisfiable') : 'all'
}

const singleRangePattern = /^\s*bytes=[^\s,]*\s*$/
/** Bit in the `code` of range-parser: a range has no valid syntax. */
const malformedBit = 1

function matchesEtag(header: string | undefined, etag: string): boolean {
  const tags = (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes(etag) || tags.includes('*')
}
