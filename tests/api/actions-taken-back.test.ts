import { expect, it } from 'vitest'
import type { Role } from '#contract/api.ts'
import { eachDatabase } from '../support/databases.ts'
import { type Person, ReviewForum, type Row } from '../support/review-forum.ts'

const reason = { 'zh-CN': '名额已满', en: 'No places left' }

const at = (from: string, to: string) => ({ assigned_start_time_at: from, assigned_end_time_at: to })

eachDatabase('an action that was done by mistake', (place) => {
  const forum = new ReviewForum(place)

  /** Takes the newest write back, as the console does it. */
  const takeBack = (module: string, { id, version }: Row, as = forum.desk) =>
    forum.ask(`/front/restore/${module}`, { id, version: version - 1, known: version }, as)
  const roleOf = async (person: Person) =>
    ((await forum.ask('/front/user/current', undefined, person)).data as unknown as { role?: Role }).role

  it('goes back with all that followed from it: the state, the moment, the role [234]', async () => {
    const person = await forum.addApplicant()
    const row = await forum.register(person)
    const approved = (await forum.act('registrations', 'approve', row)).data
    expect(await roleOf(person)).toBe('participant')
    const back = await takeBack('registrations', approved)
    expect(back.data).toMatchObject({ status: 'submitted', decided_at: null, version: approved.version + 1 })
    // Whose rights change signs in anew.
    expect(await roleOf({ ...person, token: await forum.signIn(person) })).toBe('applicant')
    const declined = (await forum.act('registrations', 'decline', row, { review_reason: reason })).data
    expect((await takeBack('registrations', declined)).data).toMatchObject({
      status: 'submitted',
      review_reason: { 'zh-CN': '', en: '' },
    })
    // What went out stays out, and nothing goes out for what was taken back.
    const mails = await forum.mailsTo(row['email'], 3)
    expect(mails).toHaveLength(3)
  })

  it('gives a room free, and does not come back into one that was taken meanwhile [234]', async () => {
    const person = await forum.addParticipant()
    const [one, two] = [await forum.apply(person), await forum.apply(person)]
    const assigned = (await forum.assign(one)).data
    const back = (await takeBack('side_meetings', assigned)).data
    expect(back).toMatchObject({
      status: 'submitted',
      assigned_room: null,
      amount: null,
      payee_account: null,
    })
    expect((await forum.assign(two)).code).toBe(200)
    const again = (await forum.assign(one, at('11:00', '13:00'))).data
    const cancelled = (await forum.act('side_meetings', 'cancel', again, { reason })).data
    expect((await forum.assign(await forum.apply(person), at('12:00', '14:00'))).code).toBe(200)
    expect((await takeBack('side_meetings', cancelled)).problems).toEqual({
      assigned_room: 'side_meeting.room.taken',
    })
  })

  it('stays when somebody wrote since, and nothing of theirs is lost [234]', async () => {
    const person = await forum.addApplicant()
    const row = await forum.register(person)
    const approved = (await forum.act('registrations', 'approve', row)).data
    await forum.edit('registrations', row, { city: 'Wuxi' }, forum.desk)
    expect(await takeBack('registrations', approved)).toMatchObject({ code: 409, key: 'row.stale' })
    expect((await forum.read('registrations', row, forum.desk)).data).toMatchObject({
      status: 'approved',
      city: 'Wuxi',
    })
    const odd = { id: row.id, version: 1, known: 'all' }
    expect((await forum.ask('/front/restore/registrations', odd, forum.desk)).problems).toEqual({
      known: 'field.invalid',
    })
  })

  it('leaves the state alone where an older version is restored: states change by actions', async () => {
    const person = await forum.addApplicant()
    const row = await forum.register(person)
    const edited = (await forum.edit('registrations', row, { city: 'Wuxi' }, forum.desk)).data
    await forum.act('registrations', 'approve', row)
    const { data } = await forum.ask('/front/restore/registrations', { id: row.id, version: 1 }, forum.desk)
    expect(data).toMatchObject({ status: 'approved', city: row['city'], version: edited.version + 2 })
  })

  it('is only that of who may do it', async () => {
    const person = await forum.addApplicant()
    const row = await forum.register(person)
    const withdrawn = (await forum.act('registrations', 'withdraw', row, {}, person)).data
    expect((await takeBack('registrations', withdrawn, person)).key).toBe('not_found')
    expect((await takeBack('registrations', withdrawn)).data).toMatchObject({ status: 'withdrawn' })
  })

  it('leaves what the person wrote to the person, where organisers edit nothing', async () => {
    const person = await forum.addParticipant()
    const row = await forum.apply(person)
    const edited = (await forum.edit('side_meetings', row, { subject: 'Prices of storage' }, person)).data
    expect((await forum.edit('side_meetings', edited, { subject: 'Mine' }, forum.desk)).key).toBe('not_found')
    const back = await takeBack('side_meetings', edited)
    expect(back.data).toMatchObject({ subject: 'Prices of storage', version: edited.version })
  })
})
