import type { Kysely } from 'kysely'
import type { Tables } from '#server/db/client.ts'
import type { Secrets } from './secrets.ts'

/** Public text that is sealed, so that the mark reveals nothing. */
const knownText = 'forum'
const purpose = 'key mark'
const context = 'key_marks sealed'

/**
 * Stores a mark of the current keys, which shows later whether a key file belongs to this database.
 * @returns false, without a mark, when the database was sealed by other keys: restoring the right file is enough then
 */
export async function markKeys(kysely: Kysely<Tables>, secrets: Secrets): Promise<boolean> {
  if ((await findUnknownKeys(kysely, secrets)).length > 0) return false
  const sealed = secrets.seal(knownText, context)
  await kysely
    .insertInto('key_marks')
    .values({ key_id: getKeyId(sealed), hmac: secrets.hmac(purpose, knownText), sealed })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return true
}

/** Finds the ids of keys that sealed values in this database and are missing or different here. */
export async function findUnknownKeys(kysely: Kysely<Tables>, secrets: Secrets): Promise<string[]> {
  const marks = await kysely.selectFrom('key_marks').selectAll().orderBy('key_id').execute()
  const hmac = secrets.hmac(purpose, knownText)
  return marks
    .filter((mark) => mark.hmac !== hmac || !canOpen(secrets, mark.sealed))
    .map((mark) => mark.key_id)
}

function canOpen(secrets: Secrets, sealed: string): boolean {
  try {
    return secrets.open(sealed, context) === knownText
  } catch {
    return false
  }
}

function getKeyId(sealed: string): string {
  return sealed.slice(0, sealed.indexOf('.'))
}
