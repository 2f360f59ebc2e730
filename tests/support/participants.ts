import { ensureMobileAccount } from '#server/accounts/users.ts'
import { insertSignIn } from '../../server/accounts/sign-ins.ts'
import { openDatabase, type Database } from '../../server/db/client.ts'
import type { ForumProcess } from './forum-process.ts'

/** Opens the database of a running forum in this process. */
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

/** Creates approved participants. @returns their ids and tokens */
export function makeParticipants(db: Database, count: number): Promise<{ id: string; token: string }[]> {
  const now = new Date()
  return db.transaction(async (trx) => {
    const people: { id: string; token: string }[] = []
    for (let index = 0; index < count; index += 1) {
      const id = await ensureMobileAccount(trx, `+86138${10_000_000 + index}`, now)
      const email = `participant-${index}@forum.example`
      await trx.updateTable('users').set({ role: 'participant', email }).where('id', '=', id).execute()
      people.push({ id, token: await insertSignIn(trx, { id }, now) })
    }
    return people
  })
}
