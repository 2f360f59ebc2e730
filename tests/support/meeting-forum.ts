import { meetingRooms } from '../../contract/modules/meeting-rooms.ts'
import { writeRows } from '../../server/engine/write-rows.ts'
import { meetingRooms as sampleRooms } from '../../server/sample/meeting-rooms.ts'
import type { TestPlace } from './databases.ts'
import { ReviewForum, type Person, type Reply, type Row } from './review-forum.ts'

/** What somebody who applies for a side meeting fills in. */
export const application = {
  name: 'Storage round table',
  master_unit: 'Institute of Storage',
  subject: 'Costs of storage',
  guests: ['Head of the institute', 'Planner of a grid', 'Engineer'],
  apply_date: '2023-09-06',
  start_time_at: '09:00',
  end_time_at: '11:00',
  room_size: '50-100',
  need_interpretaion_equipment: true,
}

/** A room of that size at the time that was asked for. */
export const assignment = {
  assigned_room: 'mr-301',
  assigned_date: '2023-09-06',
  assigned_start_time_at: '09:00',
  assigned_end_time_at: '11:00',
}

/** A forum with rooms for side meetings, in which people who are approved apply. */
export class MeetingForum extends ReviewForum {
  override async start(place: TestPlace): Promise<void> {
    await super.start(place)
    const { now } = this
    await this.db.transaction((trx) => writeRows(trx, meetingRooms, sampleRooms, { now }))
  }

  /** Somebody whose registration is approved. */
  async addParticipant(locale = 'en'): Promise<Person & { email: string }> {
    const person = await this.addApplicant()
    const row = await this.register(person, {}, 'registrations', locale)
    const { code } = await this.act('registrations', 'approve', row)
    if (code !== 200) throw new Error('the approval was refused')
    return { ...person, email: String(row['email']) }
  }

  /** Applies for a side meeting. @throws Error when it is refused */
  async apply(person: Person, more: object = {}, locale = 'en'): Promise<Row> {
    const { code, data, problems } = await this.post(
      'side_meetings',
      { ...application, ...more },
      person,
      locale,
    )
    if (code !== 200) throw new Error(`the application was refused: ${JSON.stringify(problems)}`)
    return data
  }

  assign(row: Pick<Row, 'id'>, more: object = {}): Promise<Reply> {
    return this.act('side_meetings', 'assign', row, { ...assignment, ...more })
  }
}
