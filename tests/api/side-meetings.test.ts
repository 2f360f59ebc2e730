import { expect, it } from 'vitest'
import { forumSetting } from '#contract/forum.ts'
import { settings } from '#contract/modules/settings.ts'
import { sideMeetingPaymentSetting, sideMeetingSetting } from '#contract/forum.ts'
import { upsertRows } from '#server/engine/write/write-rows.ts'
import { eachDatabase } from '../support/databases.ts'
import { application, assignment, ReviewForum } from '../support/review-forum.ts'
import { texts } from '../support/texts.ts'

const module = 'side_meetings'
const reason = { 'zh-CN': '请改到展区。', en: 'Please use the exhibition.' }
const account = sideMeetingPaymentSetting.account

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

  it('cost what the assigned time in the room costs [174-177, 184]', async () => {
    const person = await forum.addParticipant()
    const row = await forum.apply(person, { room_size: '100-150' })
    const times = { assigned_room: 'mr-202', assigned_start_time_at: '09:00', assigned_end_time_at: '11:01' }
    const { data } = await forum.assign(row, { ...times, assigned_date: '2023-09-12' })
    expect(data).toMatchObject({
      status: 'assigned',
      amount: 38_000,
      payee_name: account.name,
      payee_bank: account.bank,
      payee_account: account.number,
      pay_by: '2023-08-08',
      paid_at: null,
    })
    expect(data['payment_reference']).toMatch(/^SM[2-9A-HJ-NP-Z]{10}$/)
    expect((await forum.read(module, row, person)).data).toMatchObject({ amount: 38_000, ...times })
  })

  it('are assigned whole, for two hours at least, in a room of their size [179-182]', async () => {
    const person = await forum.addParticipant()
    const row = await forum.apply(person)
    const nothing = await forum.act(module, 'assign', row)
    expect(nothing.code).toBe(422)
    expect(Object.keys(nothing.problems).toSorted()).toEqual(Object.keys(assignment).toSorted())
    for (const [more, problems] of [
      [{ assigned_end_time_at: '10:59' }, { assigned_end_time_at: 'side_meeting.duration.min2h' }],
      [{ assigned_room: 'mr-201' }, { assigned_room: 'side_meeting.room.size' }],
      [{ assigned_room: 'mr-999' }, { assigned_room: 'field.unknown_choice' }],
    ] as const)
      expect((await forum.assign(row, { assigned_date: '2023-09-13', ...more })).problems).toEqual(problems)
    expect((await forum.read(module, row, person)).data).toMatchObject({ status: 'submitted', amount: null })
  })

  it('hold a room once at a time; those that touch stand beside each other [185]', async () => {
    const person = await forum.addParticipant()
    const at = async (from: string, to: string, more: object = {}) => {
      const row = await forum.apply(person)
      const times = { assigned_date: '2023-09-14', assigned_start_time_at: from, assigned_end_time_at: to }
      const { code, problems, data } = await forum.assign(row, { ...times, ...more })
      return { code, problems, data, row }
    }
    const taken = { code: 422, problems: { assigned_room: 'side_meeting.room.taken' } }
    const first = await at('09:00', '11:00')
    expect(first.code).toBe(200)
    expect(await at('10:59', '12:59')).toMatchObject(taken)
    expect(await at('07:01', '09:01')).toMatchObject(taken)
    expect(await at('08:00', '12:00')).toMatchObject(taken)
    expect((await at('11:00', '13:00')).code).toBe(200)
    expect((await at('07:00', '09:00')).code).toBe(200)
    expect((await at('09:00', '11:00', { assigned_room: 'mr-302' })).code).toBe(200)
    expect((await at('09:00', '11:00', { assigned_date: '2023-09-15' })).code).toBe(200)
    await forum.act(module, 'mark_paid', first.row)
    expect(await at('09:30', '11:30')).toMatchObject(taken)
    await forum.act(module, 'cancel', first.row, { reason })
    expect((await at('09:00', '11:00')).code).toBe(200)
  })

  it('move to another time under the same reference, for what the new time costs', async () => {
    const person = await forum.addParticipant()
    const row = await forum.apply(person)
    const first = await forum.assign(row, { assigned_date: '2023-09-16' })
    const moved = await forum.assign(row, { assigned_date: '2023-09-16', assigned_end_time_at: '12:00' })
    expect(moved.data).toMatchObject({ status: 'assigned', amount: 26_000 })
    expect(moved.data['payment_reference']).toBe(first.data['payment_reference'])
    expect(moved.data.version).toBe(first.data.version + 1)
  })

  it.each([
    ['zh-CN', '2023-09-17', ['301会议室', '13,000元', account.name['zh-CN']]],
    ['en', '2023-09-18', ['Meeting Room 301', '13,000 yuan', account.name.en]],
  ] as const)(
    'tell the applicant in %s of room, money, refusal and cancelling [316]',
    async (locale, day, words) => {
      const person = await forum.addParticipant(locale)
      const row = await forum.apply(person, {}, locale)
      const { data } = await forum.assign(row, { assigned_date: day })
      await forum.act(module, 'mark_paid', row)
      await forum.act(module, 'cancel', row, { reason })
      await forum.act(module, 'decline', await forum.apply(person, {}, locale), { reason })
      // Registered, approved, and these four.
      const mails = await forum.mailsTo(person.email, 6)
      const about = (template: string) => {
        const values = { meeting: application.name, forum: forumSetting.name[locale] }
        const subject = texts[locale](`messages:${template}.subject`, values)
        return mails.find((mail) => mail.subject === subject)?.text
      }
      for (const part of [day, '09:00', account.number, String(data['payment_reference']), ...words])
        expect(about('side_meeting_assigned')).toContain(part)
      expect(about('side_meeting_paid')).toContain(words[1])
      for (const refused of ['side_meeting_declined', 'side_meeting_cancelled'])
        expect(about(refused)).toContain(reason[locale].replace(/[。.]$/, ''))
      const idNumber = `E${person.mobile.slice(-8)}`
      for (const { subject, text } of mails) expect(`${subject} ${text}`).not.toContain(idNumber)
    },
  )

  it('are paid now, or when the organiser says, not later than now [183]', async () => {
    const person = await forum.addParticipant()
    const pay = async (assigned_date: string, fields: object) => {
      const row = await forum.apply(person)
      await forum.assign(row, { assigned_date })
      return forum.act(module, 'mark_paid', row, fields)
    }
    expect((await pay('2023-09-19', {})).data).toMatchObject({
      status: 'paid',
      paid_at: '2023-08-01T01:00:00Z',
    })
    const given = '2023-07-31T10:00:00+08:00'
    expect((await pay('2023-09-20', { paid_at: given })).data['paid_at']).toBe('2023-07-31T02:00:00Z')
    const later = await pay('2023-09-21', { paid_at: '2023-08-01T01:00:01Z' })
    expect(later).toMatchObject({ code: 422, problems: { paid_at: 'side_meeting.paid_later' } })
  })

  it('name no amount and no account that nobody set', async () => {
    const person = await forum.addParticipant()
    const row = await forum.apply(person)
    const set = (id: string, name: string, value: unknown) =>
      forum.db.transaction((trx) => upsertRows(trx, settings, [{ id, name, value }], { now: forum.now }))
    const { '50-100': _, ...prices } = sideMeetingSetting.prices
    await set('side-meetings', 'side_meetings', { prices })
    expect((await forum.assign(row, { assigned_date: '2023-09-22' })).problems).toEqual({
      room_size: 'side_meeting.price_missing',
    })
    await set('side-meetings', 'side_meetings', { prices: { ...prices, '50-100': 14_000 } })
    await set('side-meeting-payment', 'side_meeting_payment', { daysToPay: 3 })
    expect((await forum.assign(row, { assigned_date: '2023-09-22' })).problems).toEqual({
      '': 'side_meeting.account_missing',
    })
    await set('side-meeting-payment', 'side_meeting_payment', { ...sideMeetingPaymentSetting, daysToPay: 60 })
    expect((await forum.assign(row, { assigned_date: '2023-09-22' })).data).toMatchObject({
      amount: 14_000,
      pay_by: '2023-09-22',
    })
  })

  it('cost what everybody may read; whom to pay is told to those who have to [184]', async () => {
    expect((await forum.ask('/front/settings/side_meetings')).data).toHaveProperty('prices')
    const person = await forum.addParticipant()
    for (const as of [undefined, person])
      expect((await forum.ask('/front/settings/side_meeting_payment', undefined, as)).code).toBe(404)
  })
})
