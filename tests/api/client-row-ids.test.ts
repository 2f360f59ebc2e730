import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { idempotencyHeaders } from '#contract/api.ts'
import { clientRowIdHeader } from '#contract/row.ts'
import { call, type Answer } from '../support/accounts.ts'
import { bothDatabases } from '../support/databases.ts'
import { application, ReviewForum, type Person, type Row } from '../support/review-forum.ts'

interface Sent {
  id?: string
  key?: string
}

const namesOf = (rows: readonly Row[]) => rows.map(({ id, client_row_id }) => [id, client_row_id])
const rowOf = ({ body }: Answer): Row => body.data as Row

bothDatabases('ids that devices give rows', (place) => {
  const forum = new ReviewForum(place)

  const create = (module: string, fields: object, person: Person, { id, key = randomUUID() }: Sent = {}) =>
    call(forum.server, `/front/post/${module}`, fields, {
      token: person.token,
      headers: { [idempotencyHeaders.key]: key, ...(id !== undefined && { [clientRowIdHeader]: id }) },
    })
  /** The person's own rows as their device sees them. */
  const listOwn = async (module: string, person: Pick<Person, 'token'>) => {
    const drafts = module === 'qa' ? '&drafts=1' : ''
    return (await forum.list(module, person, `?own=1&size=100${drafts}`)).items
  }

  const forms = {
    registrations: (person: Person) => forum.filled(person),
    staff_registrations: (person: Person) => forum.filled(person, {}, 'staff_registrations'),
    qa: async () => ({ title: { en: 'When?' } }),
    side_meetings: async () => application,
    speech_materials: async () => ({ memo: 'Two projectors' }),
  }
  const needsApproval = new Set(['side_meetings', 'speech_materials'])

  it.for(Object.entries(forms))(
    'are told with one’s own %s, and the same id again makes no second row [295]',
    async ([module, formOf]) => {
      const person = needsApproval.has(module) ? await forum.addParticipant() : await forum.addApplicant()
      const id = randomUUID()
      const form = await formOf(person)
      // The answer is lost: all that is known of the row is what the list tells.
      await create(module, form, person, { id, key: 'first' })
      const listed = await listOwn(module, person)
      expect(listed).toMatchObject([{ client_row_id: id }])
      for (const key of ['first', 'other', 'other'])
        expect(rowOf(await create(module, form, person, { id, key })).id).toBe(listed[0]?.id)
      expect(namesOf(await listOwn(module, person))).toEqual([[listed[0]?.id, id]])
    },
  )

  it('are nobody else’s: another person’s row with the same id is another row, and no other call tells of it', async () => {
    const [anna, ben] = [await forum.addParticipant(), await forum.addParticipant()]
    const id = randomUUID()
    const first = rowOf(await create('side_meetings', application, anna, { id }))
    const second = rowOf(await create('side_meetings', application, ben, { id }))
    expect(second.id).not.toBe(first.id)
    expect(namesOf(await listOwn('side_meetings', ben))).toEqual([[second.id, id]])
    const exported = await call(forum.server, '/export/side_meetings', { format: 'csv' }, forum.desk)
    const asked = [
      exported.body,
      (await forum.list('side_meetings', forum.desk, '?size=100')).items,
      (await forum.read('side_meetings', first, forum.desk)).data,
      await forum.ask(`/front/revisions/side_meetings/${first.id}`, undefined, forum.desk),
    ]
    expect(exported.status).toBe(200)
    expect(JSON.stringify(asked)).toContain(first.id)
    expect(JSON.stringify(asked)).not.toContain(id)
    const hidden = await forum.list('side_meetings', forum.desk, '?fields=client_row_id')
    expect(hidden.code).toBe((await forum.list('side_meetings', forum.desk, '?fields=nonsense')).code)
  })

  it('sent twice at once, under two keys, make one row', async () => {
    const person = await forum.addParticipant()
    const id = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => create('side_meetings', application, person, { id })),
    )
    const [first] = answers
    expect(answers.map((answer) => rowOf(answer).id)).toEqual(answers.map(() => first && rowOf(first).id))
    expect(await listOwn('side_meetings', person)).toHaveLength(1)
  })

  it('are free again when their row is deleted, and need not be sent', async () => {
    const person = await forum.addApplicant()
    const asked = { title: { en: 'When?' } }
    const without = rowOf(await create('qa', asked, person))
    expect(namesOf(await listOwn('qa', person))).toEqual([[without.id, null]])
    const id = randomUUID()
    const first = rowOf(await create('qa', asked, person, { id }))
    await forum.ask('/front/delete/qa', { id: first.id }, forum.desk)
    const second = rowOf(await create('qa', asked, person, { id }))
    expect(second.id).not.toBe(first.id)
    expect(namesOf(await listOwn('qa', person))).toContainEqual([second.id, id])
    expect((await forum.ask('/front/restore/qa', { id: first.id }, forum.desk)).code).toBe(200)
    for (const wrong of ['', 'a b', 'x'.repeat(65)])
      expect((await create('qa', asked, person, { id: wrong })).status).toBe(400)
  })
})
