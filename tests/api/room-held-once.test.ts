import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sideMeetings } from '../../contract/modules/side-meetings.ts'
import { migrate } from '../../server/db/migrate.ts'
import { checkTables } from '../../server/engine/schema/tables.ts'
import { upsertRows } from '../../server/engine/write/write-rows.ts'
import { serverModules } from '../../server/modules/index.ts'
import { bothDatabases } from '../support/databases.ts'
import { application, assignment } from '../support/review-forum.ts'

const now = '2023-08-01T02:00:00Z'

/** A meeting of two hours with a room. */
const held = { ...application, ...assignment, status: 'assigned' }

const at = (from: string, to: string) => ({ assigned_start_time_at: from, assigned_end_time_at: to })

bothDatabases('The table of side meetings', (place) => {
  test('is what the definition says, and holds a room once, whatever writes the row [185]', async () => {
    const db = await place.open()
    await migrate(db)
    await expect(checkTables(db.kysely, serverModules)).resolves.toBeUndefined()
    const put = (id: string, more: object) =>
      db.transaction((trx) => upsertRows(trx, sideMeetings, [{ ...held, id, ...more }], { now }))
    await put('first', {})
    await put('touching', at('11:00', '13:00'))
    await put('before', at('07:00', '09:00'))
    await put('other-room', { assigned_room: 'mr-302' })
    await put('other-day', { assigned_date: '2023-09-07' })
    await put('cancelled', { status: 'cancelled' })
    const back = sql`update side_meetings set status = 'paid' where id = 'cancelled'`
    for (const write of [
      () => put('overlapping', at('10:59', '12:59')),
      () => put('within', at('09:30', '10:30')),
      () => back.execute(db.kysely),
    ])
      await expect(write()).rejects.toThrow('side_meetings_room_is_held_once')
  })
})
