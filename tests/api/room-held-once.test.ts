import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sideMeetings } from '../../contract/modules/side-meetings.ts'
import { migrate } from '../../server/db/migrate.ts'
import { checkTables } from '../../server/engine/tables.ts'
import { writeRows } from '../../server/engine/write-rows.ts'
import { serverModules } from '../../server/modules/index.ts'
import { bothDatabases } from '../support/databases.ts'

const now = '2023-08-01T02:00:00Z'

/** A meeting of two hours with a room. */
const held = {
  name: 'Storage round table',
  master_unit: 'Institute of Storage',
  subject: 'Storage',
  guests: ['A', 'B', 'C'],
  apply_date: '2023-09-06',
  start_time_at: '09:00',
  end_time_at: '11:00',
  room_size: '50-100',
  status: 'assigned',
  assigned_date: '2023-09-06',
  assigned_start_time_at: '09:00',
  assigned_end_time_at: '11:00',
  assigned_room: 'mr-301',
}

bothDatabases('The table of side meetings', (place) => {
  test('is what the definition says', async () => {
    const db = await place.open()
    await migrate(db)
    await expect(checkTables(db.kysely, serverModules)).resolves.toBeUndefined()
    await db.kysely.transaction().execute((trx) =>
      writeRows(
        trx,
        sideMeetings,
        [
          { ...held, id: 'first' },
          { ...held, id: 'touching', assigned_start_time_at: '11:00', assigned_end_time_at: '13:00' },
          { ...held, id: 'other-room', assigned_room: 'mr-302' },
          { ...held, id: 'other-day', assigned_date: '2023-09-07' },
          { ...held, id: 'cancelled', status: 'cancelled' },
        ],
        { now },
      ),
    )
  })

  test('holds a room once, whatever writes the row [185]', async () => {
    const db = await place.open()
    const put = (id: string, from: string, to: string) =>
      db.kysely
        .transaction()
        .execute((trx) =>
          writeRows(
            trx,
            sideMeetings,
            [{ ...held, id, assigned_start_time_at: from, assigned_end_time_at: to }],
            { now },
          ),
        )
    await expect(put('overlapping', '10:59', '12:59')).rejects.toThrow('side_meetings_room_is_held_once')
    await expect(put('within', '09:30', '10:30')).rejects.toThrow('side_meetings_room_is_held_once')
    await put('before', '07:00', '09:00')
    const back = sql`update side_meetings set status = 'paid' where id = 'cancelled'`
    await expect(back.execute(db.kysely)).rejects.toThrow('side_meetings_room_is_held_once')
  })
})
