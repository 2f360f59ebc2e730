import { readFileSync } from 'node:fs'
import { PassThrough, type Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { ZipFile } from 'yazl'
import { paths, type EraseBody } from '#contract/api.ts'
import { locales, type Locale } from '#contract/locale.ts'
import { getOriginWithDevice } from '#server/accounts/accounts-context.ts'
import { hasRecentProof } from '#server/accounts/reauthenticate.ts'
import { appendAudit } from '#server/db/audit-log.ts'
import { toAttachmentHeader, sanitizeFileName } from '#server/files/file-name.ts'
import { success } from '#server/http/envelope.ts'
import { fieldErrorOptions } from '#server/http/error-handler.ts'
import { signInBodyLimitBytes } from '#server/http/limits.ts'
import { createHttpError } from '#server/errors.ts'
import type { FileStorage } from '#server/files/storage.ts'
import { collectPersonalData, type PersonalData, type PersonalFile } from './collect.ts'
import { erasePersonalData, type EraseContext } from './erase.ts'

/** Requests per minute from one address. An archive reads all files of a user. */
const rateLimit = { max: 30, timeWindow: 60_000 }

const eraseSchema = {
  tags: ['accounts'],
  summary: 'Takes the account and everything that is the caller’s away for good',
  body: {
    type: 'object',
    additionalProperties: false,
    properties: {
      login_pwd: {
        type: 'string',
        maxLength: 1024,
        description: 'Not needed within ten minutes of a sign-in or a code',
      },
    },
  },
} as const

/** Registers the routes that export and erase the caller's own data. */
export async function personalDataRoutes(app: FastifyInstance, context: EraseContext): Promise<void> {
  const { db, registry, storage, secrets, now } = context
  const config = { permission: { kind: 'signed_in' }, rateLimit } as const
  app.get(
    paths.ownData,
    {
      config,
      schema: {
        tags: ['accounts'],
        summary:
          'Everything that is the caller’s and that they may read, as a zip; ID numbers in full within ten minutes of a sign-in or a code',
      },
    },
    async (request, reply) => {
      const { caller } = request
      if (caller.kind !== 'user') throw createHttpError('sign_in.required')
      const isProven = await hasRecentProof(context, request.headers.authorization)
      const personalData = await db.snapshot((trx) =>
        collectPersonalData(trx, registry, secrets, { caller, isProven }),
      )
      const { requestId, clientAddress } = getOriginWithDevice(request)
      const auditEntry = { actorId: caller.id, action: 'own_data.taken_out', requestId, clientAddress }
      await appendAudit(db.kysely, { at: now(), ...auditEntry })
      return reply
        .type('application/zip')
        .header('Content-Disposition', toAttachmentHeader('own-data.zip'))
        .send(await writeOwnArchive(personalData, storage, now()))
    },
  )
  app.post<{ Body: EraseBody }>(
    paths.eraseOwnData,
    {
      ...fieldErrorOptions,
      bodyLimit: signInBodyLimitBytes,
      config,
      schema: eraseSchema,
    },
    async (request) => {
      const { authorization } = request.headers
      await erasePersonalData(context, {
        ...getOriginWithDevice(request),
        authorization,
        password: request.body.login_pwd,
      })
      return success(null)
    },
  )
}

/** The README of the archive in each language, read once at the start. */
const readmeTexts = new Map(locales.map((locale) => [locale, readText(locale)]))

function readText(locale: Locale): string {
  const file = new URL(`../../../locales/${locale}/messages.json`, import.meta.url)
  const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  return texts['own_data.readme'] ?? ''
}

/**
 * Creates a zip of a user's data: a README in each language, a JSON file per table, and the user's files under their
 * own names. The zip is streamed, without whole files in memory. Files whose bytes are lost are listed and do not fail
 * the archive.
 */
async function writeOwnArchive(
  personalData: PersonalData,
  storage: FileStorage,
  createdAt: Date,
): Promise<Readable> {
  const zip = new ZipFile()
  const output = new PassThrough()
  zip.on('error', (error: Error) => output.destroy(error))
  zip.outputStream.pipe(output)
  // A regular file that only the user who unpacks it can read.
  const entryOptions = { mtime: createdAt, mode: 0o100600 }
  for (const [locale, text] of readmeTexts)
    zip.addBuffer(Buffer.from(`${text}\n`), `README.${locale}.txt`, entryOptions)
  const lostFiles: { name: string }[] = []
  for (const file of personalData.files) {
    if ((await storage.findSize(file.storageKey)) === file.sizeBytes)
      addFile(zip, storage, file, entryOptions)
    else lostFiles.push({ name: file.name })
  }
  for (const [table, rows] of [...Object.entries(personalData.tables), ['lost_files', lostFiles] as const]) {
    const text = `${JSON.stringify(rows, null, 2)}\n`
    if (rows.length > 0) zip.addBuffer(Buffer.from(text), `${table}.json`, entryOptions)
  }
  zip.end()
  return output
}

function addFile(
  zip: ZipFile,
  storage: FileStorage,
  { no, name, storageKey, sizeBytes }: PersonalFile,
  entryOptions: { mtime: Date; mode: number },
): void {
  const path = `files/${no}/${sanitizeFileName(name)}`
  if (sizeBytes === 0) return zip.addBuffer(Buffer.alloc(0), path, entryOptions)
  // Most uploads are compressed formats already.
  zip.addReadStreamLazy(path, { ...entryOptions, size: sizeBytes, compress: false }, (callback) => {
    callback(null, storage.read(storageKey, { start: 0, end: sizeBytes - 1 }))
  })
}
