import { beforeAll, expect, it } from 'vitest'
import { sessions } from '#contract/modules/sessions.ts'
import { starrableModules } from '#contract/modules/favourites.ts'
import { addPerson } from '../support/accounts.ts'
import { signUp } from '../support/upload-forum.ts'
import { eachDatabase } from '../support/databases.ts'
import { type Person, ReviewForum } from '../support/review-forum.ts'

const session = { item_module: 'sessions', item_id: 's-confirmed' }

eachDatabase('favourites and notes', (place) => {
  const forum = new ReviewForum(place)
  let people: Record<'applicant' | 'participant' | 'staff' | 'organiser', Pick<Person, 'token'>>

  beforeAll(async () => {
    const { now, db } = forum
    const title = { 'zh-CN': '开幕', en: 'Opening' }
    const times = { starts_at: '2023-09-05T01:00:00Z', ends_at: '2023-09-05T02:00:00Z' }
    const rows = ['confirmed', 'draft'].map((state) => ({ id: `s-${state}`, title, ...times, state }))
    await forum.server.write(sessions, rows)
    people = {
      applicant: await forum.addApplicant(),
      participant: await forum.addParticipant(),
      staff: { token: await signUp(db, 'staff', 'staff', now) },
      organiser: forum.desk,
    }
  })

  it('everybody who is signed in marks what they like, for themselves', async () => {
    expect((await forum.post('favourites', session)).code).toBe(401)
    for (const [role, person] of Object.entries(people)) {
      const { code, data } = await forum.post('favourites', session, person)
      expect({ role, code }).toEqual({ role, code: 200 })
      expect(data).toMatchObject(session)
      const { items } = await forum.list('favourites', person, '?size=0')
      expect(items.map(({ id }) => id)).toEqual([data.id])
      for (const other of Object.values(people).filter((one) => one !== person)) {
        expect((await forum.read('favourites', data, other)).code).toBe(404)
        expect((await forum.ask('/front/delete/favourites', { id: data.id }, other)).code).toBe(404)
      }
    }
  })

  it('a star is taken away and set again; twice the same is one', async () => {
    const person = await forum.addApplicant()
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => forum.post('favourites', session, person)),
    )
    const twice = replies
      .filter(({ code }) => code !== 200)
      .flatMap(({ problems }) => Object.values(problems))
    expect(twice).toEqual(Array(7).fill('favourite.twice'))
    const [star] = (await forum.list('favourites', person)).items
    expect((await forum.ask('/front/delete/favourites', { id: star?.id }, person)).code).toBe(200)
    expect((await forum.list('favourites', person)).items).toEqual([])
    expect((await forum.post('favourites', session, person)).code).toBe(200)
  })

  it('what is not there, or not for the person, cannot be marked: the same answer', async () => {
    const person = await forum.addParticipant()
    for (const item_id of ['s-draft', 's-nothing']) {
      const { code, problems } = await forum.post('favourites', { item_module: 'sessions', item_id }, person)
      expect({ code, problems }).toEqual({ code: 422, problems: { item_id: 'field.unknown_choice' } })
    }
    const hidden = await forum.post(
      'favourites',
      { item_module: 'registrations', item_id: 's-confirmed' },
      person,
    )
    expect(hidden.problems).toHaveProperty('item_module')
    const sneaked = await forum.post('favourites', { ...session, owner_id: 'somebody' }, person)
    expect(sneaked.problems).toEqual({ owner_id: 'field.read_only' })
  })

  it.each(starrableModules.map(({ name }) => name))('%s can be marked', async (item_module) => {
    const person = await forum.addApplicant()
    const { problems } = await forum.post('favourites', { item_module, item_id: 'nothing' }, person)
    expect(problems).toEqual({ item_id: 'field.unknown_choice' })
  })

  it('a note is one for each session, changed and taken away by its person', async () => {
    const { participant } = people
    const note = { session: 's-confirmed', text: 'Ask about costs' }
    const { code, data } = await forum.post('notes', note, participant)
    expect(code).toBe(200)
    expect(Object.values((await forum.post('notes', note, participant)).problems)).toEqual(['note.twice'])
    expect((await forum.post('notes', { ...note, session: 's-draft' }, participant)).problems).toEqual({
      session: 'field.unknown_choice',
    })
    const edited = await forum.edit('notes', data, { text: 'Asked' }, participant)
    expect(edited.data['text']).toBe('Asked')
    const { items } = await forum.list('notes', participant, '?size=0')
    expect(items).toMatchObject([{ session: 's-confirmed', text: 'Asked' }])
    const other = await forum.addParticipant()
    expect((await forum.read('notes', data, other)).code).toBe(404)
    expect((await forum.edit('notes', data, { text: 'Read' }, other)).code).toBe(404)
    expect((await forum.ask('/front/delete/notes', { id: data.id }, participant)).code).toBe(200)
  })

  it('no organiser has a right to notes', async () => {
    const { participant } = people
    const { data } = await forum.post('notes', { session: 's-confirmed', text: 'Private' }, participant)
    const id = await addPerson(forum, { role: 'organiser', isAdministrator: true })
    const administrator = { token: await forum.signIn({ id }) }
    for (const as of [forum.desk, administrator]) {
      const calls = await Promise.all([
        forum.list('notes', as),
        forum.read('notes', data, as),
        forum.edit('notes', data, { text: 'Read' }, as),
        forum.ask(`/front/revisions/notes/${data.id}`, undefined, as),
        forum.ask('/front/metadata/notes', undefined, as),
        forum.post('notes', { session: 's-confirmed', text: 'Theirs' }, as),
      ])
      expect(calls.map(({ code }) => code)).toEqual([404, 404, 404, 404, 404, 404])
      const { data: modules } = await forum.ask('/modules', undefined, as)
      expect(JSON.stringify(modules)).not.toContain('"notes"')
    }
  })
})
