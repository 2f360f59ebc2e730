import type { Kysely } from 'kysely'
import { toInstant } from '#contract/time.ts'
import type { Tables } from '#server/db/client.ts'
import type { UserCaller } from '#server/http/caller.ts'
import { isEmployee } from '#server/http/permission.ts'
import { hashToken, isToken, createToken } from './opaque-token.ts'
import { findCallerBySignIn, getSignIn } from './sign-ins.ts'

/** Enough for the browser to open a tab. A copy of the token in its history or in a log of a proxy is invalid soon. */
const tokenTtlMs = 60_000

/** The row and field whose masked file a token reveals. `row_id` has the name of its column in `download_tokens`. */
export interface RevealedField {
  module: string
  row_id: string
  field: string
}

/** The file that a token opens. */
export interface FileToOpen {
  /** Number of the file, as in its URL. */
  no: string
  /** Row and field where the file is masked for the caller; without it the token opens no masked file. */
  revealed?: RevealedField
}

/** Permissions of a download by a redeemed token. */
export interface TokenRights {
  /** User who created the token. */
  caller: UserCaller
  /** Undefined when the token reveals no masked file: then the user's own permissions decide. */
  revealed: RevealedField | undefined
}

/**
 * Creates a token that opens one download once, in a tab that cannot send `Authorization`. It ends with the sign-in
 * that created it, and it signs nobody in.
 */
export async function insertTemporaryToken(
  kysely: Kysely<Tables>,
  authorization: string | undefined,
  { no, revealed }: FileToOpen,
  now: Date,
): Promise<string> {
  const { token_hash } = await getSignIn(kysely, authorization)
  const token = createToken()
  await kysely
    .insertInto('download_tokens')
    .values({
      token_hash: hashToken(token),
      sign_in_hash: token_hash,
      file_no: no,
      ...revealed,
      expires_at: toInstant(now.getTime() + tokenTtlMs),
    })
    .execute()
  return token
}

/**
 * Redeems a token for the download of one file. Of concurrent calls one succeeds.
 * @returns the current permissions of the download; undefined when the token does not open this file
 */
export async function redeemTemporaryToken(
  kysely: Kysely<Tables>,
  token: string,
  no: string,
  now: Date,
): Promise<TokenRights | undefined> {
  if (!isToken(token)) return undefined
  const tokenRow = await kysely
    .deleteFrom('download_tokens')
    .where('token_hash', '=', hashToken(token))
    .where('file_no', '=', no)
    .where('expires_at', '>', toInstant(now))
    .returning(['sign_in_hash', 'module', 'row_id', 'field'])
    .executeTakeFirst()
  const caller = tokenRow && (await findCallerBySignIn(kysely, tokenRow.sign_in_hash, now))
  if (!caller) return undefined
  const { module, row_id, field } = tokenRow
  if (module !== null && row_id !== null && field !== null)
    return { caller, revealed: { module, row_id, field } }
  // Only employees can create a token without a masked file, and the caller may have lost that permission since.
  return isEmployee(caller) ? { caller, revealed: undefined } : undefined
}
