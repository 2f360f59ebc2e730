import type { FastifyInstance } from 'fastify'
import { paths, type EraseBody } from '#contract/api.ts'
import { originOf } from '#server/accounts/accounts-context.ts'
import { hasFreshProof } from '#server/accounts/prove-account.ts'
import { appendAudit } from '#server/audit/audit-log.ts'
import { attachment } from '#server/files/content-disposition.ts'
import { success } from '#server/http/envelope.ts'
import { formCall } from '#server/http/form-refusal.ts'
import { signInBodyLimitBytes } from '#server/http/limits.ts'
import { refuse } from '#server/http/refusal.ts'
import { collectOwnData } from './collect.ts'
import { eraseOwnData, type EraseContext } from './erase.ts'
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
      if (caller.kind !== 'user') throw refuse('sign_in.required')
      const isProven = await hasFreshProof(context, request.headers.authorization)
      const data = await db.snapshot((trx) => collectOwnData(trx, registry, secrets, { caller, isProven }))
      const { requestId, addressBlock } = originOf(request)
      const entry = { actorId: caller.id, action: 'own_data.taken_out', requestId, addressBlock }
      await appendAudit(db.kysely, { at: now(), ...entry })
      return reply
        .type('application/zip')
        .header('Content-Disposition', attachment('own-data.zip'))
        .send(await writeOwnArchive(data, storage, now()))
    },
  )
  app.post<{ Body: EraseBody }>(
    paths.eraseOwnData,
    {
      ...formCall,
      bodyLimit: signInBodyLimitBytes,
      config,
      schema: eraseSchema,
      ...formCall,
    },
    async (request) => {
      const { authorization } = request.headers
      await eraseOwnData(context, { ...originOf(request), authorization, password: request.body.login_pwd })
      return success(null)
    },
  )
}
