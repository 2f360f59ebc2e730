import type { Kysely } from 'kysely'
import { codeDigits } from '#contract/api.ts'
import { appendAudit } from '#server/db/audit-log.ts'
import type { Tables } from '#server/db/client.ts'
import { createHttpError } from '#server/errors.ts'
import type { Secrets } from '#server/secrets/secrets.ts'
import type { AccountsContext, OriginWithDevice } from '../accounts-context.ts'
import { countCodeAttempt, type FindOrigin } from '../code-limits.ts'
import { incrementCounter, decrementCounter, type RateLimit } from '../../db/rate-counters.ts'
import { deleteOldestSignIns, getSignIn } from '../sign-ins.ts'
import { lockUser } from '../users.ts'
import { redeemRecoveryCode } from './recovery-codes.ts'
import {
  findSecondFactor,
  normalizeTotp,
  unsealSecret,
  completeSignIn,
  createWrongCodeError,
} from './second-factor.ts'
import { findTotpStep } from './totp.ts'

const minuteMs = 60_000

/**
 * Limits of wrong codes for one account from all origins. At any moment three of a million codes are right: those of
 * the current, previous and next half minute.
 */
const accountLimits: readonly RateLimit[] = [
  { count: 5, windowMs: 15 * minuteMs },
  { count: 50, windowMs: 24 * 60 * minuteMs },
]

/** An attempt to complete the sign-in of a user. */
export interface SecondFactorAttempt extends OriginWithDevice {
  /** Header of the request, with the token of the sign-in to complete. */
  authorization: string | undefined
  userId: string
  /** IP address of the caller, for the limits; `clientAddress` is its stored form. */
  address: string
  /** As the user typed it: six digits, or a recovery code. */
  code: string
}

/** What completed a sign-in: a code of the authenticator app, or a recovery code. */
type Proof = 'totp' | 'recovery'

/**
 * Completes a sign-in by six digits or a recovery code. An attempt is counted before the comparison, so concurrent
 * attempts cannot exceed the limit.
 * @throws HttpError `validation.failed` on `code`, `rate.limited`, `second_factor.off` when the account has none
 */
export async function verifySecondFactor(
  context: AccountsContext & { findOrigin: FindOrigin },
  attempt: SecondFactorAttempt,
): Promise<void> {
  const { db, secrets, now, hasRateLimits } = context
  const { userId, requestId, clientAddress } = attempt
  const at = now()
  const counter = `second factor ${secrets.hmac('rate count', `account ${userId}`)}`
  if (hasRateLimits) {
    await countCodeAttempt(db.kysely, context.findOrigin(attempt.address), at)
    for (const limit of accountLimits) await incrementCounter(db.kysely, counter, limit, at)
  }
  const proof = await db.transaction(async (trx) => {
    await lockUser(trx, userId)
    const { token_hash } = await getSignIn(trx, attempt.authorization)
    const acceptedProof = await redeemCode(trx, secrets, attempt, at)
    const audit = { at, actorId: userId, module: 'users', rowId: userId, requestId, clientAddress }
    await appendAudit(trx, {
      ...audit,
      action: acceptedProof ? auditActions[acceptedProof] : 'second_factor.refused',
    })
    if (acceptedProof) {
      await completeSignIn(trx, token_hash, at)
      await deleteOldestSignIns(trx, userId, token_hash)
    }
    return acceptedProof
  })
  // Thrown outside the transaction, which would otherwise roll back the audit entry.
  if (!proof) throw createWrongCodeError()
  // A right code does not count against the limits of wrong ones.
  if (hasRateLimits) for (const limit of accountLimits) await decrementCounter(db.kysely, counter, limit, at)
}

const auditActions: Record<Proof, string> = {
  totp: 'second_factor.passed',
  recovery: 'second_factor.recovery',
}

/**
 * Redeems a code. Each code of the authenticator app is accepted once, and so is a recovery code.
 * @returns undefined for a wrong or used code
 */
async function redeemCode(
  trx: Kysely<Tables>,
  secrets: Secrets,
  { userId, code }: SecondFactorAttempt,
  now: Date,
): Promise<Proof | undefined> {
  const factor = await findSecondFactor(trx, userId)
  if (!factor) throw createHttpError('second_factor.off')
  // Recovery codes have ten characters, so the length separates the two kinds.
  const totpCode = normalizeTotp(code)
  if (totpCode.length !== codeDigits)
    return (await redeemRecoveryCode(trx, secrets, { userId, code, now })) ? 'recovery' : undefined
  const step = findTotpStep(unsealSecret(secrets, userId, factor.sealed_secret), totpCode, now)
  if (step === undefined) return undefined
  const updatedFactor = await trx
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('last_step', 'is', null), eb('last_step', '<', step)]))
    .returning('user_id')
    .executeTakeFirst()
  return updatedFactor && 'totp'
}
