import { randomUUID } from 'node:crypto'
import { insertSignIn } from '../../server/accounts/sign-ins.ts'
import { findUser } from '../../server/accounts/users.ts'
import { openDatabase, type Database } from '../../server/db/client.ts'
import { toInstant } from '../../contract/time.ts'
import type { ForumProcess } from './forum-process.ts'

/** Opens the database of a running forum, beside it. */
export async function besideForum<T>(
  forum: ForumProcess,
  databaseUrl: string | undefined,
  run: (db: Database) => Promise<T>,
): Promise<T> {
  const db = await openDatabase({ dataDir: forum.dataDir, ...(databaseUrl !== undefined && { databaseUrl }) })
  try {
    return await run(db)
  } finally {
    await db.close()
  }
}

/** Makes approved participants. @returns their ids and tokens */
export async function makeParticipants(
  db: Database,
  count: number,
): Promise<{ id: string; token: string }[]> {
  const now = new Date()
  const at = toInstant(now)
  return db.transaction(async (trx) => {
    const people: { id: string; token: string }[] = []
    for (let index = 0; index < count; index += 1) {
      const id = randomUUID()
      await trx
        .insertInto('users')
        .values({
          id,
          login_name: `participant-${index}`,
          mobile: null,
          email: `participant-${index}@forum.example`,
          display_name: `Participant ${index}`,
          password_hash: null,
          role: 'participant',
          is_administrator: false,
          blocked_at: null,
          created_at: at,
          updated_at: at,
        })
        .execute()
      const user = await findUser(trx, id)
      if (user) people.push({ id, token: await insertSignIn(trx, user, now) })
    }
    return people
  })
}
