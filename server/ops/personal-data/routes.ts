import type { FastifyInstance } from 'fastify'
import { paths, type EraseBody } from '#contract/api.ts'
import { getRequestOrigin } from '#server/accounts/accounts-context.ts'
import { hasFreshProof } from '#server/accounts/reauthenticate.ts'
import { appendAudit } from '#server/db/audit-log.ts'
import { toAttachmentHeader } from '#server/files/content-disposition.ts'
import { success } from '#server/http/envelope.ts'
import { formRoute } from '#server/http/form-route.ts'
import { signInBodyLimitBytes } from '#server/http/limits.ts'
import { createHttpError } from '#server/errors.ts'
import { collectPersonalData } from './collect.ts'
import { erasePersonalData, type EraseContext } from './erase.ts'
import { writeOwnArchive } from './write-archive.ts'

/** Calls a minute from one address: an archive reads all of a person's files. */
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

/** A person takes out, or away, what is their own. */
export async function ownDataRoutes(app: FastifyInstance, context: EraseContext): Promise<void> {
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
      const isProven = await hasFreshProof(context, request.headers.authorization)
      const data = await db.snapshot((trx) =>
        collectPersonalData(trx, registry, secrets, { caller, isProven }),
      )
      const { requestId, addressBlock } = getRequestOrigin(request)
      const entry = { actorId: caller.id, action: 'own_data.taken_out', requestId, addressBlock }
      await appendAudit(db.kysely, { at: now(), ...entry })
      return reply
        .type('application/zip')
        .header('Content-Disposition', toAttachmentHeader('own-data.zip'))
        .send(await writeOwnArchive(data, storage, now()))
    },
  )
  app.post<{ Body: EraseBody }>(
    paths.eraseOwnData,
    {
      ...formRoute,
      bodyLimit: signInBodyLimitBytes,
      config,
      schema: eraseSchema,
      ...formRoute,
    },
    async (request) => {
      const { authorization } = request.headers
      await erasePersonalData(context, {
        ...getRequestOrigin(request),
        authorization,
        password: request.body.login_pwd,
      })
      return success(null)
    },
  )
}
