import { expect, it } from 'vitest'
import { eachDatabase } from '../support/databases.ts'
import { ReviewForum } from '../support/review-forum.ts'

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

eachDatabase('travel information', (place) => {
  const forum = new ReviewForum(place)

  it('is closed until the registration is approved, on the server too [143, 144, T38]', async () => {
    const person = await forum.addApplicant()
    for (const { code, key } of [
      await forum.list(module, person),
      await forum.read(module, { id: 'nothing' }, person),
      await forum.post(module, flight, person),
      await forum.edit(module, { id: 'nothing' }, flight, person),
    ])
      expect({ code, key }).toEqual({ code: 403, key: 'permission.not_approved' })
    const row = await forum.register(person)
    expect((await forum.post(module, flight, person)).code).toBe(403)
    await forum.act('registrations', 'approve', row)
    expect((await forum.post(module, flight, person)).code).toBe(200)
  })

  it('is kept as it was given, once for each person [145, 147, 149-152, 155]', async () => {
    const person = await forum.addParticipant()
    const replies = await Promise.all(Array.from({ length: 8 }, () => forum.post(module, flight, person)))
    const made = replies.find(({ code }) => code === 200)
    expect(made?.data).toMatchObject({ ...flight, is_frozen: false })
    const refused = replies.filter((reply) => reply !== made)
    expect(refused.map(({ problems }) => problems[''])).toEqual(Array(7).fill('travel.exists'))
    expect((await forum.list(module, person)).items).toHaveLength(1)
  })

  it('is edited no more once it is frozen, until an organiser frees it', async () => {
    const person = await forum.addParticipant()
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
})
