import { createHash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Role } from '#contract/calls.ts'
import { toInstant } from '#contract/time.ts'
import type { Tables } from '#server/db/client.ts'
import type { UserCaller } from '#server/http/caller.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** How long a token is good: unused, and in all (security.md 1). */
const limits: Record<Role, { idleMs: number; absoluteMs: number }> = {
  applicant: { idleMs: 12 * hourMs, absoluteMs: 7 * dayMs },
  participant: { idleMs: 12 * hourMs, absoluteMs: 7 * dayMs },
  staff: { idleMs: 12 * hourMs, absoluteMs: 7 * dayMs },
  organiser: { idleMs: 2 * hourMs, absoluteMs: 12 * hourMs },
}

/** The last use is written once in this time: a write at every request would cost more than the request. */
const touchEveryMs = minuteMs

/**
 * A clock may be set back this far. A token from further in the future was made under another clock (FORUM_NOW) and
 * would last too long.
 */
const clockSkewMs = 5 * minuteMs

const tokenBytes = 32
/** 32 bytes in base64url. */
const tokenShape = /^[\w-]{43}$/

/** Signs a person in, and forgets tokens of theirs that have run out. @returns the new token, which is kept nowhere */
export async function insertSignIn(
  kysely: Kysely<Tables>,
  user: { id: string; role: Role },
  now: Date,
): Promise<string> {
  const token = randomBytes(tokenBytes).toString('base64url')
  const at = toInstant(now)
  await kysely.deleteFrom('sign_ins').where('user_id', '=', user.id).where('expires_at', '<=', at).execute()
  await kysely
    .insertInto('sign_ins')
    .values({
      token_hash: hashToken(token),
      user_id: user.id,
      created_at: at,
      last_used_at: at,
      expires_at: toInstant(new Date(now.getTime() + limits[user.role].absoluteMs)),
    })
    .execute()
  return token
}

/** Ends the sign-in of a token at once. */
export async function deleteSignIn(kysely: Kysely<Tables>, authorization: string): Promise<void> {
  const token = parseToken(authorization)
  if (token) await kysely.deleteFrom('sign_ins').where('token_hash', '=', hashToken(token)).execute()
}

/**
 * Finds who a token belongs to: undefined when it is unknown or has run out, or when the account is blocked. Role and
 * rights are those of this moment.
 * @param authorization the token as it is, or after `Bearer`
 */
export async function findCaller(
  kysely: Kysely<Tables>,
  authorization: string,
  now: Date,
): Promise<UserCaller | undefined> {
  const token = parseToken(authorization)
  if (!token) return undefined
  const tokenHash = hashToken(token)
  const found = await kysely
    .selectFrom('sign_ins')
    .innerJoin('users', 'users.id', 'sign_ins.user_id')
    .select(['users.id', 'users.role', 'users.is_administrator', 'users.blocked_at'])
    .select(['sign_ins.created_at', 'sign_ins.last_used_at', 'sign_ins.expires_at'])
    .where('sign_ins.token_hash', '=', tokenHash)
    .executeTakeFirst()
  if (!found || found.blocked_at !== null || hasRunOut(found, now)) return undefined
  await touch(kysely, tokenHash, found.last_used_at, now)
  return { kind: 'user', id: found.id, role: found.role, isAdministrator: Boolean(found.is_administrator) }
}

interface Span {
  role: Role
  created_at: string
  last_used_at: string
  expires_at: string
}

/** A role that has become a stricter one since shortens the sign-ins that are open. */
function hasRunOut(span: Span, now: Date): boolean {
  const { idleMs, absoluteMs } = limits[span.role]
  const nowMs = now.getTime()
  return (
    nowMs < Date.parse(span.created_at) - clockSkewMs ||
    nowMs >= Date.parse(span.expires_at) ||
    nowMs >= Date.parse(span.created_at) + absoluteMs ||
    nowMs >= Date.parse(span.last_used_at) + idleMs
  )
}

async function touch(
  kysely: Kysely<Tables>,
  tokenHash: string,
  lastUsedAt: string,
  now: Date,
): Promise<void> {
  if (now.getTime() - Date.parse(lastUsedAt) < touchEveryMs) return
  try {
    await kysely
      .updateTable('sign_ins')
      .set({ last_used_at: toInstant(now) })
      .where('token_hash', '=', tokenHash)
      .execute()
  } catch {
    // A database that cannot be written to must not keep people from reading; the next request tries again.
  }
}

function parseToken(authorization: string): string | undefined {
  const token = authorization.trim().replace(/^Bearer\s+/i, '')
  return tokenShape.test(token) ? token : undefined
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
