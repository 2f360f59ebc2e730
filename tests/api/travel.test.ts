import { expect, it } from 'vitest'
import { eachDatabase } from '../support/databases.ts'
import { type Person, ReviewForum } from '../support/review-forum.ts'

const module = 'travel_infos'
const flight = {
  need_pickup_delivery: true,
  vehicle: 'fly',
  vehicle_no: 'MU5101',
  arrive_station: 'hongqiao_airport',
  need_book_hotel: true,
  room_style: 'single',
  entry_at: '2023-09-04',
  leave_at: '2023-09-08',
  special_catering_needs: ['halal', 'other'],
  other_catering_needs: 'No nuts',
  memo: 'Two suitcases',
}
const bySelf = { need_pickup_delivery: false, vehicle: 'by_self', need_book_hotel: false }

eachDatabase('travel information', (place) => {
  const forum = new ReviewForum(place)

  async function addParticipant(): Promise<Person> {
    const person = await forum.addApplicant()
    await forum.approve(person)
    return person
  }

  it('is closed until the registration is approved, on the server too [143, 144, T38]', async () => {
    const person = await forum.addApplicant()
    const calls = () => [
      forum.list(module, person),
      forum.read(module, { id: 'nothing' }, person),
      forum.post(module, flight, person),
      forum.edit(module, { id: 'nothing' }, flight, person),
    ]
    for (const { code, key } of await Promise.all(calls()))
      expect({ code, key }).toEqual({ code: 403, key: 'permission.not_approved' })
    const row = await forum.register(person)
    expect((await forum.post(module, flight, person)).code).toBe(403)
    await forum.act('registrations', 'approve', row)
    expect((await forum.post(module, flight, person)).code).toBe(200)
  })

  it('is nobody’s without an account, and not asked of staff', async () => {
    expect((await forum.post(module, flight)).code).toBe(401)
    const staff = await forum.addApplicant()
    await forum.approve(staff, {}, 'staff_registrations')
    expect((await forum.post(module, flight, staff)).code).toBe(404)
    expect((await forum.list(module, staff)).code).toBe(404)
  })

  it('is kept as it was given, once for each person [145, 147, 149-152, 155]', async () => {
    const person = await addParticipant()
    const replies = await Promise.all(Array.from({ length: 8 }, () => forum.post(module, flight, person)))
    const [made] = replies.filter(({ code }) => code === 200)
    expect(replies.filter(({ code }) => code === 200)).toHaveLength(1)
    expect(made?.data).toMatchObject({ ...flight, is_frozen: false })
    const refused = replies.filter(({ code }) => code !== 200).map(({ problems }) => problems)
    expect(refused).toEqual(refused.map(() => ({ '': 'travel.exists' })))
    expect((await forum.list(module, person)).items).toHaveLength(1)
  })

  it('asks for and keeps only what the choices make apply [156, T38]', async () => {
    const person = await addParticipant()
    const alone = await forum.post(module, { ...flight, ...bySelf, special_catering_needs: ['None'] }, person)
    const dropped = [
      'vehicle_no',
      'arrive_station',
      'room_style',
      'entry_at',
      'leave_at',
      'other_catering_needs',
    ]
    expect(alone.data).toMatchObject(Object.fromEntries(dropped.map((field) => [field, null])))
    const asked = { need_pickup_delivery: true, vehicle: 'train', need_book_hotel: true }
    const missing = await forum.edit(module, alone.data, asked, person)
    expect(missing).toMatchObject({ code: 422 })
    expect(Object.keys(missing.problems).toSorted()).toEqual(
      ['arrive_station', 'entry_at', 'leave_at', 'room_style', 'vehicle_no'].toSorted(),
    )
    expect(missing.texts['room_style']).toBe('please enter Room')
    // Going back to less empties what was kept.
    await forum.edit(module, alone.data, flight, person)
    const back = await forum.edit(module, alone.data, { vehicle: 'by_self', need_book_hotel: false }, person)
    expect(back.data).toMatchObject({
      vehicle_no: null,
      arrive_station: null,
      room_style: null,
      entry_at: null,
    })
  })

  it('refuses what contradicts itself, with nothing written [T38]', async () => {
    const person = await addParticipant()
    const faults = [
      [{ arrive_station: 'suzhou_station' }, { arrive_station: 'travel.station_no_airport' }],
      [{ vehicle: 'train' }, { arrive_station: 'travel.station_no_railway' }],
      [{ leave_at: '2023-09-03' }, { leave_at: 'travel.leave_before_entry' }],
      [{ entry_at: '2023-09-31' }, { entry_at: 'field.not_valid' }],
      [{ special_catering_needs: ['None', 'halal'] }, { special_catering_needs: 'travel.none_alone' }],
      [{ special_catering_needs: 'halal' }, { special_catering_needs: 'field.not_valid' }],
      [{ other_catering_needs: ' ' }, { other_catering_needs: 'field.empty' }],
      [{ vehicle: 'by self' }, { vehicle: 'field.choice' }],
      [{ memo: 'x'.repeat(2001) }, { memo: 'field.too_long' }],
      [{ is_frozen: true }, { is_frozen: 'field.read_only' }],
      [{ owner_id: 'somebody' }, { owner_id: 'field.unknown' }],
    ] as const
    for (const [fault, problems] of faults)
      expect(await forum.post(module, { ...flight, ...fault }, person)).toMatchObject({ code: 422, problems })
    expect((await forum.list(module, person)).items).toEqual([])
  })

  it('is edited no more once it is frozen, until an organiser frees it', async () => {
    const person = await addParticipant()
    const { data: row } = await forum.post(module, flight, person)
    expect((await forum.act(module, 'freeze', row, {}, person)).code).toBe(404)
    expect((await forum.act(module, 'freeze', row)).data['is_frozen']).toBe(true)
    const edit = () => forum.edit(module, row, { memo: 'Three suitcases' }, person)
    expect(await edit()).toMatchObject({ code: 409, key: 'action.state' })
    expect((await forum.read(module, row, person)).data).toMatchObject({ memo: flight.memo, is_frozen: true })
    expect((await forum.edit(module, row, { memo: 'Booked' }, forum.desk)).data['memo']).toBe('Booked')
    await forum.act(module, 'unfreeze', row)
    expect((await edit()).data['memo']).toBe('Three suitcases')
  })

  it('of others does not exist; organisers read and correct all of it [14]', async () => {
    const [person, other] = [await addParticipant(), await addParticipant()]
    const { data: row } = await forum.post(module, flight, person)
    expect((await forum.read(module, row, other)).code).toBe(404)
    expect((await forum.edit(module, row, { memo: 'x' }, other)).code).toBe(404)
    expect((await forum.list(module, other)).items).toEqual([])
    const halal = await forum.list(module, forum.desk, '?filters=special_catering_needs:eq:halal')
    expect(halal.items.map(({ id }) => id)).toContain(row.id)
    expect((await forum.read(module, row, forum.desk)).data).toMatchObject({ owner_id: person.id, ...flight })
    const corrected = await forum.edit(module, row, { vehicle_no: 'MU5103' }, forum.desk)
    expect(corrected.data['vehicle_no']).toBe('MU5103')
  })
})
