import { expect, it } from 'vitest'
import { eachDatabase } from '../support/databases.ts'
import { application, assignment, ReviewForum } from '../support/review-forum.ts'

const module = 'side_meetings'
const reason = { 'zh-CN': '请改到展区。', en: 'Please use the exhibition.' }

eachDatabase('side meetings', (place) => {
  const forum = new ReviewForum(place)

  it('are for approved participants alone [157]', async () => {
    const calls = (token?: string) => {
      const as = token === undefined ? undefined : { token }
      return [
        forum.list(module, as),
        forum.read(module, { id: 'nothing' }, as),
        forum.post(module, application, as),
        forum.edit(module, { id: 'nothing' }, application, as),
      ]
    }
    for (const { code } of await Promise.all(calls())) expect(code).toBe(401)
    const applicant = await forum.addApplicant()
    for (const { code, key } of await Promise.all(calls(applicant.token)))
      expect({ code, key }).toEqual({ code: 403, key: 'permission.not_approved' })
    const row = await forum.register(applicant)
    await forum.act('registrations', 'decline', row, { review_reason: reason })
    for (const { code } of await Promise.all(calls(applicant.token))) expect(code).toBe(403)
    const staff = await forum.addApplicant()
    await forum.approve(staff, {}, 'staff_registrations')
    for (const { code } of await Promise.all(calls(staff.token))) expect(code).toBe(404)
    expect((await forum.post(module, application, forum.desk)).code).toBe(404)
  })

  it('are kept as they were applied for, the state by the server, and seen by their applicant and organisers [158-161, 168-170, 309]', async () => {
    const [person, other] = [await forum.addParticipant(), await forum.addParticipant()]
    const row = await forum.apply(person)
    expect(row).toMatchObject({
      ...application,
      status: 'submitted',
      locale: 'en',
      amount: null,
      paid_at: null,
    })
    expect((await forum.list(module, person)).items.map(({ id }) => id)).toEqual([row.id])
    expect((await forum.read(module, row, other)).code).toBe(404)
    expect((await forum.list(module, other)).items).toEqual([])
    expect((await forum.edit(module, row, { name: 'Mine' }, other)).code).toBe(404)
    expect((await forum.act(module, 'withdraw', row, {}, other)).code).toBe(404)
    expect((await forum.read(module, row, forum.desk)).data).toMatchObject(application)
    expect((await forum.edit(module, row, { name: 'Corrected' }, forum.desk)).code).toBe(404)
  })

  it('take nothing that is the organisers’ to say [179-182]', async () => {
    const person = await forum.addParticipant()
    const smuggled = {
      ...assignment,
      status: 'paid',
      amount: 1,
      payment_reference: 'MINE',
      payee_account: '1',
      paid_at: '2023-08-01T00:00:00Z',
      reason,
      locale: 'zh-CN',
      owner_id: 'somebody',
    }
    for (const [field, value] of Object.entries(smuggled)) {
      const { code, problems } = await forum.post(module, { ...application, [field]: value }, person)
      expect({ field, code, problems }).toEqual({
        field,
        code: 422,
        problems: { [field]: 'field.read_only' },
      })
    }
    const row = await forum.apply(person)
    for (const [field, value] of Object.entries(smuggled))
      expect((await forum.edit(module, row, { [field]: value }, person)).problems).toEqual({
        [field]: 'field.read_only',
      })
    for (const action of ['assign', 'mark_paid', 'decline', 'cancel'])
      expect((await forum.act(module, action, row, { ...assignment }, person)).code).toBe(404)
  })

  it('say in the specification’s words what is wrong, in both languages, and keep nothing of it [162, 163, 171, 172, 187]', async () => {
    const person = await forum.addParticipant()
    const wrong = { ...application, guests: ['A', 'B'], end_time_at: '10:59' }
    const english = await forum.post(module, wrong, person)
    expect(english).toMatchObject({ code: 422, key: 'validation.failed' })
    expect(english.texts).toEqual({
      guests: 'The number of guests must not be less than 3',
      end_time_at: 'The duration of the meeting must not be less than 2 hours',
    })
    const chinese = await forum.post(module, wrong, person, 'zh-CN')
    expect(chinese.texts).toEqual({ guests: '嘉宾人数不得少于3人', end_time_at: '会议时长不得少于2小时' })
    const { problems } = await forum.post(module, { room_size: '500' }, person)
    expect(problems).toMatchObject({ name: 'field.empty', guests: 'side_meeting.guests.min3' })
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
