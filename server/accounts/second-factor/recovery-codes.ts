import { randomInt } from 'node:crypto'
import type { Kysely } from 'kysely'
import { toInstant } from '#contract/time.ts'
import type { Tables } from '#server/db/client.ts'
import type { Secrets } from '#server/secrets/secrets.ts'

/** Recovery codes of an account. */
const codeCount = 10
/**
 * Crockford's base32, in which no letter looks like a digit. Ten characters are 50 bits, beyond guessing at the allowed
 * rate.
 */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** Characters before and after the dash of a code, such as `7K2QF-0M9XD`. */
const charactersPerHalf = 5

/**
 * Replaces all recovery codes of an account, in the transaction of the caller.
 * @returns the codes, which are stored only as HMACs
 */
export async function replaceRecoveryCodes(
  trx: Kysely<Tables>,
  secrets: Secrets,
  userId: string,
): Promise<string[]> {
  const codes = Array.from({ length: codeCount }, createCode)
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  const rows = codes.map((code) => ({
    code_hmac: hashCode(secrets, userId, normalizeRecoveryCode(code)),
    user_id: userId,
    used_at: null,
  }))
  await trx.insertInto('recovery_codes').values(rows).execute()
  return codes
}

/** Redeems a recovery code. Of concurrent calls one succeeds. @returns false when it is invalid or used */
export async function redeemRecoveryCode(
  trx: Kysely<Tables>,
  secrets: Secrets,
  { userId, code, now }: { userId: string; code: string; now: Date },
): Promise<boolean> {
  const redeemedCode = await trx
    .updateTable('recovery_codes')
    .set({ used_at: toInstant(now) })
    .where('code_hmac', '=', hashCode(secrets, userId, normalizeRecoveryCode(code)))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .returning('code_hmac')
    .executeTakeFirst()
  return redeemedCode !== undefined
}

/** Counts the unused recovery codes of an account. */
export async function countRecoveryCodes(kysely: Kysely<Tables>, userId: string): Promise<number> {
  const { count } = await kysely
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Normalizes a code as users type it: in lower case, with or without the dash, with letters that look like digits. */
export function normalizeRecoveryCode(text: string): string {
  return text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')
}

function createCode(): string {
  return `${createHalf()}-${createHalf()}`
}

function createHalf(): string {
  return Array.from({ length: charactersPerHalf }, () => alphabet[randomInt(alphabet.length)]).join('')
}

/** Hashes a normalized code together with its account, so that equal codes of two accounts differ. */
function hashCode(secrets: Secrets, userId: string, code: string): string {
  return secrets.hmac('recovery code', `${userId} ${code}`)
}
