import { expect, it } from 'vitest'
import { forumSetting } from '#contract/forum.ts'
import { settings } from '#contract/modules/settings.ts'
import { writeRows } from '#server/engine/write-rows.ts'
import { eachDatabase } from '../support/databases.ts'
import { nextCode } from '../support/outgoing.ts'
import { type Person, ReviewForum } from '../support/review-forum.ts'
import { signUp } from '../support/upload-forum.ts'

const reason = { 'zh-CN': '照片不清晰', en: 'The photo is not clear' }
const module = 'registrations'

eachDatabase('registrations', (place) => {
  const forum = new ReviewForum(place)

  const statusOf = async ({ id }: { id: string }) =>
    (await forum.read(module, { id }, forum.desk)).data['status']

  it('begin with a code to the mobile, and are made by one call [106-114, 136]', async () => {
    const mobile = '+8613800138000'
    await forum.ask('/module/sms/sendCode', { mobile, check: false })
    const captcha = await nextCode(forum.dataDir, mobile)
    const signedIn = await forum.ask('/front/sms/login', { mobile: '138 0013 8000', captcha })
    const token = (signedIn.data as unknown as { token: string }).token
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
    expect(mail?.text).toMatch(/Dear Lin Example[^]*about two days/)
  })

  it('want an account whose mobile is proven', async () => {
    const nobody = await forum.post(module, {})
    expect(nobody.code).toBe(401)
    expect((await forum.post(module, {}, forum.desk)).code).toBe(404)
    const token = await signUp(forum.db, 'by-password', 'applicant', forum.now)
    const unproven = await forum.post(module, { realname: 'Lin Example' }, { token })
    expect(unproven).toMatchObject({ code: 422, problems: { mobile: 'registration.mobile_unproven' } })
  })

  it('say what is missing exactly as the specification, in both languages [130, 134, 282]', async () => {
    const person = await forum.addApplicant()
    const empty = await forum.post(module, {}, person)
    const asked = ['realname', 'id_number', 'email', 'country', 'city', 'company', 'position', 'photo']
    const texts = Object.fromEntries([...asked, 'business_category'].map((field) => [field, 'required']))
    expect(empty).toMatchObject({ code: 422, key: 'validation.failed', texts })
    expect(Object.keys(empty.problems).toSorted()).toEqual(Object.keys(texts).toSorted())
    const chinese = await forum.post(module, { email: 'lin@forum' }, person, 'zh-CN')
    expect(chinese.texts).toMatchObject({ realname: '必填', email: '电子邮箱不是有效的电子邮箱' })
    const english = await forum.post(module, { email: 'lin@forum', id_number: '12' }, person)
    expect(english.texts).toMatchObject({
      email: 'E-mail is not a valid email',
      id_number: 'ID number (passport) is not a valid ID number',
    })
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
    expect(without).toMatchObject({ code: 422, texts: { priority_sub_forum: 'required' } })
    for (const priority_sub_forum of ['t-5', 't-9', 'nothing']) {
      const fields = await forum.filled(person, { ...clashing, priority_sub_forum })
      const { problems } = await forum.post(module, fields, person)
      expect(Object.keys(problems)).toEqual(['priority_sub_forum'])
    }
    const row = await forum.register(person, { ...clashing, priority_sub_forum: 't-3' })
    const edited = await forum.edit(module, row, { sub_forum: ['t-3', 't-5'] }, person)
    expect(edited.data).toMatchObject({ sub_forum: ['t-3', 't-5'], priority_sub_forum: null })
    // A priority that a change of the picks makes wrong is told, not kept.
    const again = await forum.edit(module, row, { ...clashing, priority_sub_forum: 't-2' }, person)
    expect(again.data['priority_sub_forum']).toBe('t-2')
    const stale = await forum.edit(module, row, { sub_forum: ['t-3', 't-4', 't-5'] }, person)
    expect(stale.problems).toEqual({ priority_sub_forum: 'registration.priority_not_picked' })
  })

  it('are one for an account, whatever comes at the same moment [139]', async () => {
    const person = await forum.addApplicant()
    const fields = await forum.filled(person)
    const replies = await Promise.all(Array.from({ length: 20 }, () => forum.post(module, fields, person)))
    const made = replies.filter(({ code }) => code === 200)
    expect(made).toHaveLength(1)
    const refused = replies.find(({ code }) => code !== 200)
    expect(refused).toMatchObject({ code: 422, problems: { '': 'registration.exists' } })
    expect((await forum.list(module, person)).items).toHaveLength(1)
    const staff = await forum.filled(person, {}, 'staff_registrations')
    expect((await forum.post('staff_registrations', staff, person)).problems).toEqual({
      '': 'registration.exists',
    })
    await forum.act(module, 'withdraw', made[0]?.data ?? { id: '' }, {}, person)
    expect((await forum.post('staff_registrations', staff, person)).code).toBe(200)
    expect((await forum.post(module, fields, person)).problems).toEqual({ '': 'registration.exists' })
  })

  it('are of one kind, when both are sent at the same moment', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => forum.addApplicant()))
    const kinds = [module, 'staff_registrations']
    const send = async (person: Person) => {
      const forms = await Promise.all(kinds.map((kind) => forum.filled(person, {}, kind)))
      return Promise.all(kinds.map((kind, at) => forum.post(kind, forms[at] ?? {}, person)))
    }
    const replies = await Promise.all(people.map(send))
    const codes = replies.map((pair) => pair.map(({ code }) => code).toSorted((a, b) => a - b))
    expect(codes).toEqual(people.map(() => [200, 422]))
  })

  it('take nothing that is the server’s or the organisers’ [14, 118]', async () => {
    const person = await forum.addApplicant()
    const fields = await forum.filled(person)
    const smuggled = {
      status: 'approved',
      mobile: '+8613800138001',
      attend_opening_ceremony_status: true,
      review_reason: reason,
      locale: 'zh-CN',
      submitted_at: '2020-01-01T00:00:00Z',
      decided_at: '2020-01-01T00:00:00Z',
    }
    const hidden = { owner_id: 'somebody', id_number_repeated: true, captcha: '123456', no_field: 1 }
    const problems = {
      ...Object.fromEntries(Object.keys(smuggled).map((key) => [key, 'field.read_only'])),
      ...Object.fromEntries(Object.keys(hidden).map((key) => [key, 'field.unknown'])),
    }
    const created = await forum.post(module, { ...fields, ...smuggled, ...hidden }, person)
    expect(created).toMatchObject({ code: 422, problems })
    const row = await forum.register(person)
    expect((await forum.edit(module, row, { ...smuggled, ...hidden }, person)).problems).toEqual(problems)
    const acted = await forum.act(module, 'withdraw', row, { ...smuggled, ...hidden }, person)
    expect(acted.problems).toEqual(problems)
    for (const action of ['start_review', 'request_info', 'approve', 'decline', 'nothing'])
      expect((await forum.act(module, action, row, {}, person)).code).toBe(404)
    expect(await statusOf(row)).toBe('submitted')
  })

  it('of others do not exist [14]', async () => {
    const [person, other] = [await forum.addApplicant(), await forum.addApplicant()]
    const row = await forum.register(person)
    const unknown = await forum.read(module, { id: 'nothing' }, other)
    const same = { code: unknown.code, key: unknown.key }
    expect(unknown.code).toBe(404)
    expect(await forum.read(module, row, other)).toMatchObject(same)
    expect(await forum.edit(module, row, { city: 'Xi’an' }, other)).toMatchObject(same)
    expect(await forum.act(module, 'withdraw', row, {}, other)).toMatchObject(same)
    expect((await forum.list(module, other)).items).toEqual([])
    expect((await forum.list(module, other, '?q=Lin')).items).toEqual([])
    expect((await forum.read(module, row, person)).data['city']).toBe('Suzhou')
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

  it('give the last seat of a tour to one of many [121]', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => forum.addApplicant()))
    const seats = 1
    await forum.setSeats('tour-d', seats)
    const forms = await Promise.all(people.map((person) => forum.filled(person, { activities: ['tour-d'] })))
    const replies = await Promise.all(people.map((person, at) => forum.post(module, forms[at] ?? {}, person)))
    const [taker] = replies.filter(({ code }) => code === 200)
    expect(replies.filter(({ code }) => code === 200)).toHaveLength(seats)
    const refused = replies.filter(({ code }) => code !== 200).map(({ problems }) => problems)
    expect(refused).toEqual(refused.map(() => ({ 'activities.0': 'registration.tour_full' })))
    const at = replies.findIndex(({ code }) => code === 200)
    const [owner, next] = [people[at], people.at(at - 1)]
    if (!taker || !owner || !next) throw new Error('somebody has the seat')
    const askLeft = async () => {
      const { data } = await forum.ask('/front/registrations/seats', undefined, next)
      return data['left'] as Record<string, number>
    }
    const seatsLeft = async () => (await askLeft())['tour-d']
    // Who has the seat keeps it through an edit; who leaves it makes room. How many are left is told.
    expect((await forum.edit(module, taker.data, { city: 'Wuxi' }, owner)).code).toBe(200)
    expect(await seatsLeft()).toBe(0)
    const full = await askLeft()
    expect(Object.keys(full).length).toBeGreaterThan(1)
    await forum.act(module, 'withdraw', taker.data, {}, owner)
    // Each tour's own: those of the others stay.
    expect(await askLeft()).toEqual({ ...full, 'tour-d': seats })
    await forum.register(next, { activities: ['tour-d'] })
    expect(await seatsLeft()).toBe(0)
    const both = await forum.post(
      module,
      await forum.filled(owner, { activities: ['tour-a', 'tour-b'] }),
      owner,
    )
    expect(both.problems).toEqual({ activities: 'registration.tours_overlap' })
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

  it('show organisers everything but ID number and photo, which stay masked [14]', async () => {
    const person = await forum.addApplicant()
    const row = await forum.register(person)
    const { data } = await forum.read(module, row, forum.desk)
    expect(data).toMatchObject({ owner_id: person.id, id_number: '***', photo: '***', mobile: person.mobile })
    const corrected = await forum.edit(module, row, { realname: 'Lin Right', city: 'Wuxi' }, forum.desk)
    expect(corrected.data).toMatchObject({ realname: 'Lin Right', city: 'Wuxi' })
    const never = { id_number: 'E00000000', photo: 'x', mobile: '+8613800138009', owner_id: 'x' }
    expect((await forum.edit(module, row, never, forum.desk)).problems).toEqual(
      Object.fromEntries(Object.keys(never).map((key) => [key, 'field.read_only'])),
    )
    expect((await forum.act(module, 'withdraw', row)).code).toBe(404)
    expect((await forum.post(module, {}, forum.desk)).code).toBe(404)
  })

  async function allowCeremony(attend_opening_ceremony_status: boolean): Promise<void> {
    const row = { id: 'registration', value: { attend_opening_ceremony_status } }
    await forum.db.transaction((trx) => writeRows(trx, settings, [row], { now: forum.now }))
  }
})
