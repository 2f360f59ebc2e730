import { expect, it } from 'vitest'
import { eachDatabase } from '../support/databases.ts'
import { application, assignment, ReviewForum } from '../support/review-forum.ts'

const module = 'side_meetings'
const reason = { 'zh-CN': '请改到展区。', en: 'Please use the exhibition.' }

eachDatabase('side meetings', (place) => {
  const forum = new ReviewForum(place)

  it('are kept as they were applied for, the state by the server, and seen by their applicant and organisers [158-161, 168-170, 309]', async () => {
    const person = await forum.addParticipant()
    const row = await forum.apply(person)
    expect(row).toMatchObject({
      ...application,
      status: 'submitted',
      locale: 'en',
      amount: null,
      paid_at: null,
    })
    expect((await forum.list(module, person)).items.map(({ id }) => id)).toEqual([row.id])
    expect((await forum.read(module, row, forum.desk)).data).toMatchObject(application)
    expect((await forum.edit(module, row, { name: 'Corrected' }, forum.desk)).code).toBe(404)
  })

  it('say in the specification’s words what is wrong, and keep nothing of it [162, 163, 171, 172, 187]', async () => {
    const person = await forum.addParticipant()
    const wrong = { ...application, guests: ['A', 'B'], end_time_at: '10:59' }
    const english = await forum.post(module, wrong, person)
    expect(english).toMatchObject({ code: 422, key: 'validation.failed' })
    expect(english.texts).toEqual({
      guests: 'The number of guests must not be less than 3',
      end_time_at: 'The duration of the meeting must not be less than 2 hours',
    })
    expect((await forum.list(module, person)).items).toEqual([])
    expect((await forum.apply(person, { apply_date: '2023-10-01' }))['apply_date']).toBe('2023-10-01')
  })

  it('change only while nobody has looked at them, and are withdrawn by their applicant [186]', async () => {
    const person = await forum.addParticipant()
    const row = await forum.apply(person)
    const { data } = await forum.edit(module, row, { guests: ['A', 'B', 'C', 'D'] }, person)
    expect(data['guests']).toEqual(['A', 'B', 'C', 'D'])
    expect((await forum.edit(module, row, { guests: ['A', 'B'] }, person)).problems).toEqual({
      guests: 'side_meeting.guests.min3',
    })
    await forum.assign(row, { assigned_date: '2023-09-11' })
    const late = await forum.edit(module, row, { name: 'Another' }, person)
    expect({ code: late.code, key: late.key }).toEqual({ code: 409, key: 'action.state' })
    expect((await forum.act(module, 'withdraw', row, {}, person)).data['status']).toBe('withdrawn')
    for (const action of ['assign', 'mark_paid', 'decline', 'cancel'])
      expect((await forum.act(module, action, row, { ...assignment, reason })).key).toBe('action.state')
  })

  it('are declined and cancelled with a reason in both languages', async () => {
    const person = await forum.addParticipant()
    const row = await forum.apply(person)
    expect((await forum.act(module, 'decline', row)).problems).toHaveProperty('reason')
    const half = await forum.act(module, 'decline', row, { reason: { en: 'No' } })
    expect(half).toMatchObject({ code: 422, problems: { reason: 'registration.reason_in_both' } })
    const { data } = await forum.act(module, 'decline', row, { reason })
    expect(data).toMatchObject({ status: 'declined', reason })
    expect((await forum.read(module, row, person)).data).toMatchObject({ status: 'declined', reason })
  })
})
