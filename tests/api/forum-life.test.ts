import { afterAll, beforeAll, expect, it } from 'vitest'
import { paths } from '#contract/calls.ts'
import { call } from '../support/accounts.ts'
import { eachDatabase } from '../support/databases.ts'
import { application, assignment, MeetingForum } from '../support/meeting-forum.ts'
import { findLeaks } from '../support/leaks.ts'
import { nextCode } from '../support/outgoing.ts'
import { listKept } from '../support/plain-traces.ts'
import type { Person, Row } from '../support/review-forum.ts'

const mobile = '+8613900001234'
const email = 'lin@forum.example'
const passport = 'E12345678'

/**
 * One person's way through the whole forum, by the specification's calls alone, and what everybody else sees of it at
 * each step: nobody, another participant, and the organisers.
 */
eachDatabase('a person', (place) => {
  const forum = new MeetingForum()
  let lin: Person
  let other: Person
  let registration: Row
  let meeting: Row

  beforeAll(async () => {
    await forum.start(place)
    other = await forum.addParticipant()
  })
  afterAll(() => forum.close())

  /** What each of them gets for a list of the module: its rows, or why not. */
  const seenBy = async (module: string) => {
    const look = async (as?: Pick<Person, 'token'>) => {
      const { key, items } = await forum.list(module, as)
      return key ?? items.length
    }
    return {
      nobody: await look(),
      lin: await look(lin),
      other: await look(other),
      organiser: await look(forum.desk),
    }
  }

  it('proves the mobile by a code, which makes an account', async () => {
    await call(forum.server, paths.sendCode, { mobile, check: false })
    const captcha = await nextCode(forum.dataDir, mobile)
    const { body } = await call(forum.server, paths.smsLogin, { mobile, captcha })
    const { token } = body.data as { token: string }
    const { data } = await forum.ask(paths.currentUser, undefined, { token })
    expect(data).toMatchObject({ role: 'applicant' })
    lin = { id: data.id, token, mobile }
  })

  it('cannot do yet what opens with the approval', async () => {
    for (const module of ['travel_infos', 'side_meetings', 'speech_materials'])
      expect(await seenBy(module)).toEqual({
        nobody: 'sign_in.required',
        lin: 'permission.not_approved',
        other: 0,
        organiser: 0,
      })
    expect((await forum.post('side_meetings', application, lin)).key).toBe('permission.not_approved')
  })

  it('registers, and is asked for what is missing, at its field and in their language', async () => {
    const form = await forum.filled(lin, { email, id_number: passport, sub_forum: ['t-10', 't-2', 't-3'] })
    const empty = await forum.post('registrations', { ...form, company: ' ' }, lin, 'zh-CN')
    expect(empty).toMatchObject({
      key: 'validation.failed',
      problems: { company: 'registration.required', priority_sub_forum: 'registration.required' },
      texts: { company: '必填' },
    })
    const answer = await forum.post(
      'registrations',
      { ...form, priority_sub_forum: 't-3', activities: ['tour-a'] },
      lin,
    )
    expect(answer.code).toBe(200)
    registration = answer.data
    expect(registration).toMatchObject({
      status: 'submitted',
      sub_forum: ['t-2', 't-3', 't-10'],
      id_number: '***',
    })
    expect(await seenBy('registrations')).toEqual({
      nobody: 'sign_in.required',
      lin: 1,
      other: 1,
      organiser: 2,
    })
    expect((await forum.read('registrations', registration, other)).key).toBe('not_found')
    expect(
      (await forum.post('registrations', { ...form, priority_sub_forum: 't-3' }, lin)).problems,
    ).toMatchObject({
      '': 'registration.exists',
    })
  })

  it('is reviewed by the organisers, who see no passport without a reason', async () => {
    await forum.act('registrations', 'start_review', registration)
    expect((await forum.edit('registrations', registration, { city: 'Wuxi' }, lin)).key).toBe('action.state')
    const seen = await forum.read('registrations', registration, forum.desk)
    expect(seen.data).toMatchObject({ realname: 'Lin Example', id_number: '***', photo: '***' })
    const reveal = { id: registration.id, field: 'id_number', reason: 'The name differs from the passport' }
    expect((await forum.ask('/front/reveal/registrations', reveal, forum.desk)).data).toMatchObject({
      value: passport,
    })
    expect((await forum.ask('/front/reveal/registrations', reveal, other)).key).toBe('not_found')
    expect((await forum.act('registrations', 'approve', registration, {}, lin)).key).toBe('not_found')
    expect((await forum.act('registrations', 'approve', registration)).data).toMatchObject({
      status: 'approved',
    })
    expect((await forum.ask(paths.currentUser, undefined, lin)).data).toMatchObject({ role: 'participant' })
  })

  it('says how they travel, until it is booked', async () => {
    const travel = {
      need_pickup_delivery: true,
      vehicle: 'train',
      vehicle_no: 'G7001',
      arrive_station: 'suzhou_north_station',
      need_book_hotel: false,
      room_style: 'suite',
      special_catering_needs: ['halal'],
    }
    const { data: row, code } = await forum.post('travel_infos', travel, lin)
    expect(code).toBe(200)
    expect(row).toMatchObject({ room_style: null, special_catering_needs: ['halal'], is_frozen: false })
    expect(await seenBy('travel_infos')).toEqual({
      nobody: 'sign_in.required',
      lin: 1,
      other: 0,
      organiser: 1,
    })
    await forum.act('travel_infos', 'freeze', row)
    expect((await forum.edit('travel_infos', row, { memo: 'Later train' }, lin)).key).toBe('action.state')
  })

  it('applies for a side meeting and is given a room, which nobody else gets', async () => {
    const short = { ...application, guests: ['One', 'Two'], end_time_at: '10:59' }
    expect((await forum.post('side_meetings', short, lin)).texts).toEqual({
      guests: 'The number of guests must not be less than 3',
      end_time_at: 'The duration of the meeting must not be less than 2 hours',
    })
    meeting = await forum.apply(lin, { end_time_at: '12:00' })
    expect(meeting).toMatchObject({ status: 'submitted', assigned_room: null, paid_at: null })
    const assigned = await forum.assign(meeting, { assigned_end_time_at: '12:00' })
    expect(assigned.data).toMatchObject({
      status: 'assigned',
      ...assignment,
      assigned_end_time_at: '12:00',
      amount: 26_000,
    })
    const second = await forum.apply(other)
    expect((await forum.assign(second)).problems).toEqual({ assigned_room: 'side_meeting.room.taken' })
    expect(
      (await forum.assign(second, { assigned_start_time_at: '12:00', assigned_end_time_at: '14:00' })).code,
    ).toBe(200)
    expect(await seenBy('side_meetings')).toEqual({
      nobody: 'sign_in.required',
      lin: 1,
      other: 1,
      organiser: 2,
    })
    expect((await forum.read('side_meetings', meeting, lin)).data).toMatchObject({
      amount: 26_000,
      assigned_room: 'mr-301',
    })
  })

  it('pays, and has it in writing, in their language and without the passport', async () => {
    expect((await forum.act('side_meetings', 'mark_paid', meeting, {}, lin)).key).toBe('not_found')
    expect(
      (await forum.edit('side_meetings', meeting, { paid_at: '2023-08-02T00:00:00Z' }, lin)).code,
    ).not.toBe(200)
    const paid = await forum.act('side_meetings', 'mark_paid', meeting)
    expect(paid.data).toMatchObject({ status: 'paid' })
    expect(paid.data['paid_at']).toMatch(/^2023-08-01T/)
    const mails = await forum.mailsTo(email, 4)
    expect(mails).toHaveLength(4)
    expect(mails.some(({ text }) => text.includes('26,000') || text.includes('26000'))).toBe(true)
    for (const { subject, text } of mails) {
      expect(`${subject} ${text}`).not.toContain(passport)
      expect(subject).not.toMatch(/\p{Script=Han}/u)
    }
  })

  it('leaves its passport nowhere: not in the database, its log, a file, a mail or a backup', async () => {
    const seen = await forum.read('registrations', registration, forum.desk)
    expect(seen.data).toMatchObject({ id_number: '***' })
    const places = await listKept(place.place)
    expect(findLeaks([{ what: 'mail', value: email }], places)).not.toEqual([])
    expect(findLeaks([{ what: 'passport', value: passport }], places)).toEqual([])
  })
})
