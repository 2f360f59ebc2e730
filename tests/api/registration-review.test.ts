import { expect, it } from 'vitest'
import { forumSetting } from '#contract/forum.ts'
import type { Role } from '#contract/api.ts'
import { moduleTables } from '#server/db/module-tables.ts'
import { createRegistry } from '#server/engine/schema/registry.ts'
import { serverModules } from '#server/modules/index.ts'
import { runRetention } from '#server/ops/retention/run-retention.ts'
import { eachDatabase } from '../support/databases.ts'
import { type Person, ReviewForum } from '../support/review-forum.ts'
import { zh } from '../support/texts.ts'

const reason = { 'zh-CN': '照片不清晰', en: 'The photo is not clear' }
const module = 'registrations'
const registry = createRegistry(serverModules)

eachDatabase('the review of registrations', (place) => {
  const forum = new ReviewForum(place)

  const roleOf = async (person: Person) =>
    ((await forum.ask('/front/user/current', undefined, person)).data as unknown as { role?: Role }).role
  const statusOf = async ({ id }: { id: string }) =>
    (await forum.read(module, { id }, forum.desk)).data['status']

  it('are the person’s until the review begins, and again while more is wanted [135, 138]', async () => {
    const person = await forum.addApplicant()
    const row = await forum.register(person)
    expect((await forum.edit(module, row, { city: 'Wuxi' }, person)).data['city']).toBe('Wuxi')
    expect((await forum.act(module, 'start_review', row)).data['status']).toBe('under_review')
    expect(await forum.edit(module, row, { city: 'Nanjing' }, person)).toMatchObject({
      code: 409,
      key: 'action.state',
    })
    const silent = await forum.act(module, 'request_info', row)
    expect(silent.problems).toHaveProperty('review_reason')
    const half = await forum.act(module, 'request_info', row, { review_reason: { en: 'Your photo' } })
    expect(half.problems).toEqual({ review_reason: 'registration.reason_in_both' })
    expect(await statusOf(row)).toBe('under_review')
    const wanted = await forum.act(module, 'request_info', row, { review_reason: reason })
    expect(wanted.data).toMatchObject({ status: 'more_info', review_reason: reason })
    expect((await forum.read(module, row, person)).data).toMatchObject({ review_reason: reason })
    expect((await forum.edit(module, row, { city: 'Nanjing' }, person)).data['city']).toBe('Nanjing')
    expect((await forum.act(module, 'resubmit', row, {}, person)).data['status']).toBe('submitted')
    expect((await forum.act(module, 'resubmit', row, {}, person)).key).toBe('action.state')
  })

  it('are written about in the person’s language, never the reviewer’s [136, 137, T49]', async () => {
    const person = await forum.addApplicant()
    const row = await forum.register(person, {}, module, 'zh-CN')
    await forum.act(module, 'start_review', row)
    await forum.act(module, 'request_info', row, { review_reason: reason })
    await forum.act(module, 'resubmit', row, {}, person)
    await forum.act(module, 'approve', row)
    await forum.act(module, 'decline', row, { review_reason: { 'zh-CN': '名额已满', en: 'No places left' } })
    const mails = await forum.mailsTo(row['email'], 4)
    const forumName = { forum: forumSetting.name['zh-CN'] }
    const about = (what: string) => {
      const subject = zh(`messages:registration_${what}.subject`, forumName)
      return mails.find((mail) => mail.subject === subject)?.text
    }
    for (const what of ['received', 'approved']) expect(about(what)).toContain(forumName.forum)
    expect(about('more_info')).toContain(reason['zh-CN'])
    expect(about('more_info')).not.toContain(reason.en)
    expect(about('declined')).toContain('名额已满')
    const { id_number } = (await forum.formOf(person)) as { id_number: string }
    for (const { subject, text } of mails) expect(`${subject} ${text}`).not.toContain(id_number)
  })

  it('make a participant when they are approved, who frees neither name, number nor photo [305]', async () => {
    const person = await forum.addApplicant()
    const row = await forum.register(person, { sub_forum: ['t-1'] })
    expect((await forum.list('travel_infos', person)).key).toBe('permission.not_approved')
    const approved = await forum.act(module, 'approve', row)
    expect(approved.data).toMatchObject({ status: 'approved', decided_at: '2023-08-01T01:00:00Z' })
    expect(await roleOf(person)).toBe('participant')
    for (const open of ['travel_infos', 'side_meetings', 'speech_materials'])
      expect((await forum.list(open, person)).code).toBe(200)
    const freed = { company: 'Another company', sub_forum: ['t-2', 't-11'], opening_ceremony: true }
    expect((await forum.edit(module, row, freed, person)).data).toMatchObject(freed)
    const kept = { realname: 'Somebody else', id_number: 'E99999999', photo: 'x', business_category: 'media' }
    expect((await forum.edit(module, row, kept, person)).problems).toEqual(
      Object.fromEntries(Object.keys(kept).map((key) => [key, 'field.read_only'])),
    )
  })

  it('lose the role with the approval, and the person may register anew', async () => {
    const person = await forum.addApplicant()
    const row = await forum.approve(person)
    expect((await forum.act(module, 'withdraw', row, {}, person)).data['status']).toBe('withdrawn')
    expect((await forum.list(module, person)).code).toBe(401)
    const users = forum.db.kysely.selectFrom('users').select('role').where('id', '=', person.id)
    expect(await users.execute()).toEqual([{ role: 'applicant' }])
  })

  it('that are declined say why, give nothing, and stay to be read beside a new one [138, 157, 307, T39]', async () => {
    const person = await forum.addApplicant()
    const row = await forum.register(person)
    expect((await forum.act(module, 'decline', row)).problems).toHaveProperty('review_reason')
    await forum.act(module, 'decline', row, { review_reason: reason })
    expect((await forum.read(module, row, person)).data).toMatchObject({
      status: 'declined',
      review_reason: reason,
    })
    for (const closed of ['travel_infos', 'side_meetings', 'speech_materials'])
      expect(await forum.list(closed, person)).toMatchObject({ code: 403, key: 'permission.not_approved' })
    expect((await forum.edit(module, row, { city: 'Wuxi' }, person)).key).toBe('action.state')
    await forum.register(person)
    expect((await forum.list(module, person)).items).toHaveLength(2)
  })

  it('are not decided on by their own person, whatever that person may do in the console', async () => {
    const person = await forum.addApplicant()
    const row = await forum.register(person)
    const users = forum.db.kysely.updateTable('users').where('id', '=', person.id)
    await users.set({ role: 'staff', grants: '["registrations"]' }).execute()
    for (const operation of ['start_review', 'approve', 'decline'])
      expect((await forum.act(module, operation, row, { review_reason: reason }, person)).key).toBe(
        'action.own',
      )
    const status = { attend_opening_ceremony_status: row['attend_opening_ceremony_status'] !== true }
    expect((await forum.edit(module, row, status, person)).problems).toEqual({
      attend_opening_ceremony_status: 'field.read_only',
    })
    const imported = await forum.ask(`/import/${module}`, { rows: [{ id: row.id, ...status }] }, person)
    expect(imported.data).toMatchObject({ counts: { updated: 0, bad: 1 } })
    await forum.act(module, 'approve', row)
    const renamed = await forum.edit(module, row, { realname: 'Somebody Else' }, person)
    expect(renamed.problems).toEqual({ realname: 'field.read_only' })
    const { version } = (await forum.act(module, 'decline', row, { review_reason: reason })).data as {
      version: number
    }
    const back = await forum.ask(`/front/restore/${module}`, { id: row.id, version: version - 1 }, person)
    expect([back.data?.['status'], await statusOf(row)]).not.toContain('approved')
    const colleague = await forum.ask(
      `/front/restore/${module}`,
      { id: row.id, version: version - 1 },
      forum.desk,
    )
    expect(colleague.data['status']).toBe('approved')
  })

  it('are found in the console by the digits of a mobile, however it is written', async () => {
    const person = await forum.addApplicant()
    const { id } = await forum.register(person)
    const [own, a, b, c] = [/^\+86((...)(....)(....))$/.exec(person.mobile) ?? []].flatMap((all) =>
      all.slice(1),
    )
    const idsBy = async (q: string, by = forum.desk) =>
      (await forum.list(module, by, `?q=${encodeURIComponent(q)}`)).items.map((row) => row.id)
    for (const q of [
      `${own}`,
      `${a} ${b} ${c}`,
      `${a}-${b}-${c}`,
      `+86 ${a} ${b} ${c}`,
      `86${own}`,
      `+86${own}`,
      `\u202A+86 ${own}\u202C`,
      `+86 (0)${own}`,
      `${c}`,
    ])
      expect([q, await idsBy(q)]).toEqual([q, [id]])
    expect(await idsBy(`${own}`, person)).toEqual([])
  })

  it('of staff are reviewed apart and make staff, who see nothing of the participants’ forms [140-142, T44]', async () => {
    const person = await forum.addApplicant()
    const row = await forum.register(person, {}, 'staff_registrations')
    const inReview = await forum.list(module, forum.desk, `?q=${encodeURIComponent(person.mobile)}`)
    expect(inReview.items).toEqual([])
    expect((await forum.read(module, row, forum.desk)).code).toBe(404)
    await forum.act('staff_registrations', 'approve', row)
    expect(await roleOf(person)).toBe('staff')
    expect((await forum.edit('staff_registrations', row, { department: 'Press' }, person)).code).toBe(200)
    const refused = await forum.edit(
      'staff_registrations',
      row,
      { identity_category: 'main_forum_staff' },
      person,
    )
    expect(refused.problems).toEqual({ identity_category: 'field.read_only' })
    for (const closed of ['travel_infos', 'side_meetings', 'speech_materials'])
      expect((await forum.list(closed, person)).code).toBe(404)
    const mails = await forum.mailsTo(row['email'], 2)
    expect(mails.some(({ text }) => text.includes('as staff or media'))).toBe(true)
  })

  it('leave an organiser who registered earlier an organiser', async () => {
    const person = await forum.addApplicant()
    const row = await forum.approve(person)
    await forum.db.kysely
      .updateTable('users')
      .set({ role: 'organiser' })
      .where('id', '=', person.id)
      .execute()
    await forum.act(module, 'decline', row, { review_reason: reason })
    expect(await roleOf(person)).toBe('organiser')
  })

  it('lose ID number and photo a day after they are over, or 30 days after the forum', async () => {
    const [over, approved] = [await forum.addApplicant(), await forum.addApplicant()]
    const rows = [await forum.register(over), await forum.approve(approved)] as const
    await forum.act(module, 'decline', rows[0], { review_reason: reason })
    const kept = async () => {
      const columns = ['id_number', 'id_number_index', 'photo'] as const
      const ids = rows.map(({ id }) => id)
      const found = moduleTables(forum.db.kysely)
        .selectFrom(module)
        .select(['id', ...columns])
      const stored = await found.where('id', 'in', ids).execute()
      return ids.map(
        (id) => columns.filter((key) => stored.find((row) => row['id'] === id)?.[key] !== null).length,
      )
    }
    const runAt = (at: string) =>
      runRetention({ db: forum.db, registry, now: new Date(at) }, { isDryRun: false })
    for (const [at, left] of [
      ['2023-08-02T00:59:00Z', [3, 3]],
      ['2023-08-02T01:01:00Z', [0, 3]],
      ['2023-10-07T15:00:00Z', [0, 3]],
      ['2023-10-07T17:00:00Z', [0, 0]],
    ] as const) {
      await runAt(at)
      expect([at, await kept()]).toEqual([at, left])
    }
    // The person may still change what is theirs; sign-ins of August are over by then.
    const again = { ...approved, token: await forum.signIn(approved) }
    expect((await forum.edit(module, rows[1], { city: 'Wuxi' }, again)).data['city']).toBe('Wuxi')
  })
})
