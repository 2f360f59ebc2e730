/**
 * A process that counts a module's revision up, step by step, reading and writing in one transaction each, and prints
 * every step once it is written: `node revision-writer.ts PLACE MODULE STEPS`.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDatabase } from '../../server/db/client.ts'
import type { DataPlace } from './databases.ts'

const [place = '{}', module = '', steps = '0'] = process.argv.slice(2)
const db = await openDatabase(JSON.parse(place) as DataPlace)
await db.kysely
  .insertInto('module_revisions')
  .values({ module, revision: 0 })
  .onConflict((conflict) => conflict.doNothing())
  .execute()
for (let step = 0; step < Number(steps); step += 1) {
  const revision = await db.transaction(async (trx) => {
    if (db.dialect === 'postgres') await sql`lock table module_revisions in exclusive mode`.execute(trx)
    const row = await trx
      .selectFrom('module_revisions')
      .select('revision')
      .where('module', '=', module)
      .executeTakeFirstOrThrow()
    await sleep(1)
    await trx
      .updateTable('module_revisions')
      .set({ revision: row.revision + 1 })
      .where('module', '=', module)
      .execute()
    return row.revision + 1
  })
  process.stdout.write(`${revision}\n`)
}
await db.close()
