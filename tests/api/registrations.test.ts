import { expect, it } from 'vitest'
import { forumSetting } from '#contract/forum.ts'
import { settings } from '#contract/modules/settings.ts'
import { upsertRows } from '#server/engine/write/write-rows.ts'
import { eachDatabase } from '../support/databases.ts'
import { nextCode } from '../support/outgoing.ts'
import { application, ReviewForum } from '../support/review-forum.ts'
import { signUp } from '../support/upload-forum.ts'

const module = 'registrations'

eachDatabase('registrations', (place) => {
  const forum = new ReviewForum(place)

  it('begin with a code to the mobile, and are made by one call [106-114, 118, 136]', async () => {
    const mobile = '+8613800138000'
    await forum.ask('/module/sms/sendCode', { mobile, check: false })
    const captcha = await nextCode(forum.dataDir, mobile)
    const signedIn = await forum.ask('/front/sms/login', { mobile: '138 0013 8000', captcha })
    const { token } = signedIn.data as unknown as { token: string }
    const { data: user } = await forum.ask('/front/user/current', undefined, { token })
    const person = { id: user.id, mobile, token }
    const fields = await forum.filled(person, { sub_forum: ['t-1'], activities: ['tour-a'] })
    const { code, data } = await forum.post(module, fields, person)
    expect(code).toBe(200)
    expect(data).toMatchObject({
      realname: 'Lin Example',
      mobile,
      id_number: '***',
      status: 'submitted',
      attend_opening_ceremony_status: true,
      opening_ceremony: false,
      sub_forum: ['t-1'],
      activities: ['tour-a'],
      locale: 'en',
      submitted_at: '2023-08-01T01:00:00Z',
      decided_at: null,
    })
    for (const hidden of ['owner_id', 'id_number_repeated', 'captcha'])
      expect(data).not.toHaveProperty(hidden)
    const current = await forum.ask('/front/user/current', undefined, person)
    expect(current.data).toMatchObject({ role: 'applicant', name: 'Lin Example' })
    const [mail] = await forum.mailsTo(data['email'], 1)
    expect(mail?.subject).toBe(`We have your registration – ${forumSetting.name.en}`)
    expect(mail?.text).toMatch(/Lin Example[^]*about two days/)
  })

  it('want an account whose mobile is proven', async () => {
    const nobody = await forum.post(module, {})
    expect(nobody.code).toBe(401)
    expect((await forum.post(module, {}, forum.desk)).code).toBe(404)
    const token = await signUp(forum.db, 'by-password', 'applicant', forum.now)
    const unproven = await forum.post(module, { realname: 'Lin Example' }, { token })
    expect(unproven).toMatchObject({ code: 422, problems: { mobile: 'registration.mobile_unproven' } })
  })

  it('give back sub-forums from I to XI, in whatever order they were named [123, 124, T35]', async () => {
    const person = await forum.addApplicant()
    const sub_forum = ['t-11', 't-2', 't-10', 't-9', 't-1']
    const row = await forum.register(person, { sub_forum, priority_sub_forum: 't-10' })
    expect(row['sub_forum']).toEqual(['t-1', 't-2', 't-9', 't-10', 't-11'])
    const listed = await forum.list(module, person, '?fields=sub_forum')
    expect(listed.items[0]?.['sub_forum']).toEqual(row['sub_forum'])
  })

  it('want a priority among those at the same time, and drop it with the clash [125-128, T34]', async () => {
    const person = await forum.addApplicant()
    const clashing = { sub_forum: ['t-2', 't-3', 't-5'] }
    const without = await forum.post(module, await forum.filled(person, clashing), person)
    expect(without).toMatchObject({ code: 422, problems: { priority_sub_forum: 'registration.required' } })
    const row = await forum.register(person, { ...clashing, priority_sub_forum: 't-3' })
    const edited = await forum.edit(module, row, { sub_forum: ['t-3', 't-5'] }, person)
    expect(edited.data).toMatchObject({ sub_forum: ['t-3', 't-5'], priority_sub_forum: null })
    // A priority that a change of the picks makes wrong is told, not kept.
    const again = await forum.edit(module, row, { ...clashing, priority_sub_forum: 't-2' }, person)
    expect(again.data['priority_sub_forum']).toBe('t-2')
    const stale = await forum.edit(module, row, { sub_forum: ['t-3', 't-4', 't-5'] }, person)
    expect(stale.problems).toEqual({ priority_sub_forum: 'registration.priority_not_picked' })
  })

  it('bring one mail to an address, whoever begins how often, and are five a day of an account', async () => {
    const email = 'victim@forum.example'
    const realname = 'Win https://evil.example'
    const [person, another] = [await forum.addApplicant(), await forum.addApplicant()]
    for (let time = 0; time < 5; time += 1) {
      const row = await forum.register(person, { email, realname })
      await forum.act(module, 'withdraw', row, {}, person)
    }
    const again = await forum.filled(person, { email, realname })
    expect((await forum.post(module, again, person)).code).toBe(429)
    await forum.register(another, { email, realname })
    const [mail, ...more] = await forum.mailsTo(email, 1)
    expect(more).toEqual([])
    expect(`${mail?.subject} ${mail?.text}`).not.toContain('evil')
    expect(`${mail?.subject} ${mail?.text.split('\n')[0]}`).not.toContain('Win')
  })

  it('are one for an account, of whichever kind, until it is withdrawn [139]', async () => {
    const person = await forum.addApplicant()
    const fields = await forum.filled(person)
    const staff = await forum.filled(person, {}, 'staff_registrations')
    const row = await forum.register(person)
    const exists = { code: 422, problems: { '': 'registration.exists' } }
    expect(await forum.post(module, fields, person)).toMatchObject(exists)
    expect(await forum.post('staff_registrations', staff, person)).toMatchObject(exists)
    await forum.act(module, 'withdraw', row, {}, person)
    expect((await forum.post('staff_registrations', staff, person)).code).toBe(200)
    expect(await forum.post(module, fields, person)).toMatchObject(exists)
  })

  it.each([
    [module, 'status mobile attend_opening_ceremony_status review_reason locale submitted_at decided_at'],
    [
      'side_meetings',
      'status amount payment_reference payee_account paid_at reason locale owner_id assigned_room assigned_date',
    ],
    ['travel_infos', 'is_frozen'],
    ['speech_materials', 'presenter'],
  ])(
    'and what follows take nothing that is the server’s or the organisers’: %s [14, 118, 179-182]',
    async (name, keys) => {
      const person = await (name === module ? forum.addApplicant() : forum.addParticipant())
      const theirs = keys.split(' ')
      const sent = Object.fromEntries(theirs.map((key) => [key, 'approved']))
      const { problems } = await forum.post(name, sent, person)
      expect(problems).toMatchObject(Object.fromEntries(theirs.map((key) => [key, 'field.read_only'])))
    },
  )

  it.each([
    [module, undefined],
    ['side_meetings', application],
    ['travel_infos', { need_pickup_delivery: false, vehicle: 'by_self', need_book_hotel: false }],
    ['speech_materials', { memo: 'Mine' }],
  ])('and what follows do not exist where they are another’s: %s [14, 193]', async (name, fields) => {
    const [person, other] = [await forum.addParticipant(), await forum.addParticipant()]
    if (fields) await forum.post(name, fields, person)
    const [row = { id: '' }] = (await forum.list(name, person)).items
    expect((await forum.read(name, row, person)).code).toBe(200)
    for (const reply of [await forum.read(name, row, other), await forum.edit(name, row, {}, other)])
      expect(reply.code).toBe(404)
    expect((await forum.list(name, other)).items.filter(({ id }) => id === row.id)).toEqual([])
    expect((await forum.read(name, row, forum.desk)).data).toMatchObject({ id: row.id })
  })

  it('choose the opening ceremony only when their status says so [117-120, T36]', async () => {
    const [early, late] = [await forum.addApplicant(), await forum.addApplicant()]
    expect((await forum.register(early, { opening_ceremony: true }))['opening_ceremony']).toBe(true)
    await allowCeremony(false)
    const refused = await forum.post(module, await forum.filled(late, { opening_ceremony: true }), late)
    expect(refused.problems).toEqual({ opening_ceremony: 'registration.ceremony_closed' })
    const row = await forum.register(late)
    expect(row['attend_opening_ceremony_status']).toBe(false)
    const choice = { opening_ceremony: true }
    expect((await forum.edit(module, row, choice, late)).code).toBe(422)
    await forum.edit(module, row, { attend_opening_ceremony_status: true }, forum.desk)
    expect((await forum.edit(module, row, choice, late)).data['opening_ceremony']).toBe(true)
    const taken = await forum.edit(module, row, { attend_opening_ceremony_status: false }, forum.desk)
    expect(taken.data['opening_ceremony']).toBe(false)
    await allowCeremony(true)
  })

  it('give the last seat of a tour to one, and another one when it is left; what is left is told [121]', async () => {
    const [owner, next] = [await forum.addApplicant(), await forum.addApplicant()]
    await forum.setSeats('tour-d', 1)
    const askLeft = async () => {
      const { data } = await forum.ask('/front/registrations/seats', undefined, next)
      return data['left'] as Record<string, number>
    }
    const before = await askLeft()
    const taken = await forum.register(owner, { activities: ['tour-d'] })
    // Each tour's own: those of the others stay.
    expect(Object.keys(before).length).toBeGreaterThan(1)
    expect(await askLeft()).toEqual({ ...before, 'tour-d': 0 })
    const full = await forum.post(module, await forum.filled(next, { activities: ['tour-d'] }), next)
    expect(full.problems).toEqual({ 'activities.0': 'registration.tour_full' })
    // Who has the seat keeps it through an edit.
    expect((await forum.edit(module, taken, { city: 'Wuxi' }, owner)).code).toBe(200)
    await forum.act(module, 'withdraw', taken, {}, owner)
    expect(await askLeft()).toEqual(before)
    await forum.register(next, { activities: ['tour-d'] })
  })

  it('with an ID number that is known are taken like any other; only organisers see it', async () => {
    const [first, second, staff] = await Promise.all([1, 2, 3].map(() => forum.addApplicant()))
    if (!first || !second || !staff) throw new Error('three people')
    const id_number = 'G77665544'
    const repeated = async (name: string, row: { id: string }) =>
      (await forum.read(name, row, forum.desk)).data['id_number_repeated']
    const one = await forum.register(first, { id_number })
    const two = await forum.register(second, { id_number: 'g7766-5544' })
    const three = await forum.register(staff, { id_number }, 'staff_registrations')
    expect(await repeated(module, one)).toBe(false)
    expect(await repeated(module, two)).toBe(true)
    expect(await repeated('staff_registrations', three)).toBe(true)
    expect(Object.keys(two).toSorted()).toEqual(Object.keys(one).toSorted())
    await forum.edit(module, two, { id_number: 'G11223344' }, second)
    expect(await repeated(module, two)).toBe(false)
    // One's own number of before is no other person's.
    await forum.act(module, 'withdraw', two, {}, second)
    expect(await repeated(module, await forum.register(second, { id_number: 'G11223344' }))).toBe(false)
    const found = await forum.list(module, forum.desk, '?filters=id_number_repeated:eq:1')
    expect(found.items.map(({ id }) => id)).not.toContain(one.id)
  })

  async function allowCeremony(attend_opening_ceremony_status: boolean): Promise<void> {
    const row = { id: 'registration', value: { attend_opening_ceremony_status } }
    await forum.db.transaction((trx) => upsertRows(trx, settings, [row], { now: forum.now }))
  }
})
