import type { Kysely } from 'kysely'
import type { Tables } from '#server/db/client.ts'
import type { Secrets } from './secrets.ts'

/** What is sealed and marked: known to everybody, so that nothing is given away. */
const knownText = 'forum'
const purpose = 'key mark'
const context = 'key_marks sealed'

/**
 * Leaves a mark of the keys in use: by it can be told later whether a file of keys belongs to this database.
 * @returns false when others sealed something here: then these leave none, so that putting the right file back is enough
 */
export async function markKeys(kysely: Kysely<Tables>, secrets: Secrets): Promise<boolean> {
  if ((await findUnknownKeys(kysely, secrets)).length > 0) return false
  const sealed = secrets.seal(knownText, context)
  await kysely
    .insertInto('key_marks')
    .values({ key_id: keyIdOf(sealed), hmac: secrets.hmac(purpose, knownText), sealed })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return true
}

/** Ids of keys that sealed something in this database and are not, or not the same, among these. */
export async function findUnknownKeys(kysely: Kysely<Tables>, secrets: Secrets): Promise<string[]> {
  const marks = await kysely.selectFrom('key_marks').selectAll().orderBy('key_id').execute()
  const hmac = secrets.hmac(purpose, knownText)
  return marks.filter((mark) => mark.hmac !== hmac || !opens(secrets, mark.sealed)).map((mark) => mark.key_id)
}

function opens(secrets: Secrets, sealed: string): boolean {
  try {
    return secrets.open(sealed, context) === knownText
  } catch {
    return false
  }
}

function keyIdOf(sealed: string): string {
  return sealed.slice(0, sealed.indexOf('.'))
}
