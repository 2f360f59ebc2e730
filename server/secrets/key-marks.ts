import type { Kysely } from 'kysely'
import type { Tables } from '#server/db/client.ts'
import type { Secrets } from './secrets.ts'

/** A public text that each key seals and hashes. The result is the mark of the key, and reveals nothing. */
const markText = 'forum'
const hmacPurpose = 'key mark'
const sealContext = 'key_marks sealed'

/**
 * Stores a mark of the current keys, which shows later whether a key file belongs to this database.
 * @returns false, without a mark, when other keys have sealed values in the database: then the operator only has to
 * restore the right key file
 */
export async function markKeys(kysely: Kysely<Tables>, secrets: Secrets): Promise<boolean> {
  if ((await findUnknownKeys(kysely, secrets)).length > 0) return false
  const sealed = secrets.seal(markText, sealContext)
  await kysely
    .insertInto('key_marks')
    .values({ key_id: getKeyId(sealed), hmac: secrets.hmac(hmacPurpose, markText), sealed })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return true
}

/** Finds the ids of keys that sealed values in this database and are missing or different here. */
export async function findUnknownKeys(kysely: Kysely<Tables>, secrets: Secrets): Promise<string[]> {
  const marks = await kysely.selectFrom('key_marks').selectAll().orderBy('key_id').execute()
  const hmac = secrets.hmac(hmacPurpose, markText)
  return marks
    .filter((mark) => mark.hmac !== hmac || !canUnseal(secrets, mark.sealed))
    .map((mark) => mark.key_id)
}

function canUnseal(secrets: Secrets, sealed: string): boolean {
  try {
    return secrets.unseal(sealed, sealContext) === markText
  } catch {
    return false
  }
}

function getKeyId(sealed: string): string {
  return sealed.slice(0, sealed.indexOf('.'))
}
