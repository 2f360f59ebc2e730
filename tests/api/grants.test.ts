import { beforeAll, expect, test } from 'vitest'
import { paths } from '../../contract/calls.ts'
import { setRole } from '../../server/accounts/user-state.ts'
import { findUser } from '../../server/accounts/users.ts'
import { isSignedIn, signIn } from '../support/accounts.ts'
import {
  addSignedIn,
  itemsIn,
  personOf,
  refusedFields,
  rowIn,
  type Person,
} from '../support/console-person.ts'
import { eachDatabase } from '../support/databases.ts'
import { useServer } from '../support/use-server.ts'

eachDatabase('a grant', (suite) => {
  let admin: Person
  let draft: { id: string }
  const server = useServer(suite)
  beforeAll(async () => {
    admin = await addSignedIn(server, { role: 'organiser', isAdministrator: true })
    const title = { 'zh-CN': '草稿', en: 'Draft' }
    draft = rowIn(await admin.post(paths.post('qa'), { title, published_at: '2026-03-01T00:00:00Z' }))
  })

  async function grant(person: Person, ...grants: string[]): Promise<void> {
    expect((await admin.post(paths.edit('users'), { id: person.id, grants })).status).toBe(200)
  }

  /** What somebody gets who works with questions: whether drafts, the history and an edit of one are theirs. */
  async function asQaEditor(person: Person): Promise<number[]> {
    const answers = [
      await person.get(paths.detail('qa', draft.id), { drafts: 'true' }),
      await person.get(paths.revisions('qa', draft.id)),
      await person.post(paths.edit('qa'), { id: draft.id, position: 3 }),
    ]
    return answers.map(({ status }) => status)
  }

  test('lets a member of staff work in its module, at the next request, and in no other [320]', async () => {
    const person = await addSignedIn(server, { role: 'staff' })
    expect(await asQaEditor(person)).toEqual([404, 404, 404])
    await grant(person, 'qa')
    expect(await asQaEditor(person)).toEqual([200, 200, 200])
    const drafts = itemsIn(await person.get(paths.list('qa'), { drafts: 'true', size: '500' }))
    expect(drafts.map(({ id }) => id)).toContain(draft.id)
    expect((await person.get(paths.currentEmployee)).status).toBe(200)
    const others: [string, object][] = [
      [paths.post('informations'), { title: { 'zh-CN': '一', en: 'One' } }],
      [paths.edit('users'), { id: person.id, grants: ['settings'] }],
      [paths.action('users', 'set_role'), { id: person.id, role: 'organiser' }],
    ]
    const answers = [
      ...(await Promise.all(others.map(([path, body]) => person.post(path, body)))),
      await person.get(paths.list('users')),
      await person.get(paths.list('informations'), { drafts: 'true' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
    expect((await person.get(paths.list('informations'), { size: '500' })).status).toBe(400)
  })

  test('that is taken away ends the sign-ins at once; one more ends none [S1]', async () => {
    const person = await addSignedIn(server, { role: 'staff' })
    await grant(person, 'qa')
    await grant(person, 'qa', 'informations')
    expect(await isSignedIn(server, person.token)).toBe(true)
    await grant(person, 'informations')
    expect(await isSignedIn(server, person.token)).toBe(false)
    const again = personOf(server, person.id, await signIn(server, person.id))
    expect(await asQaEditor(again)).toEqual([404, 404, 404])
    await grant(person)
    expect(await isSignedIn(server, again.token)).toBe(false)
  })

  test('is nobody else’s: it goes with the role, and none is kept for another one [S1]', async () => {
    const person = await addSignedIn(server, { role: 'staff' })
    await grant(person, 'qa')
    await server.db.transaction((trx) => setRole(trx, person.id, { role: 'participant' }, new Date()))
    expect(await isSignedIn(server, person.token)).toBe(false)
    expect((await findUser(server.db.kysely, person.id))?.grants).toBeNull()
    // Even a grant that stands in the row by mistake opens nothing to a participant.
    await server.db.kysely
      .updateTable('users')
      .set({ grants: '["qa"]' })
      .where('id', '=', person.id)
      .execute()
    const participant = personOf(server, person.id, await signIn(server, person.id))
    expect(await asQaEditor(participant)).toEqual([404, 404, 404])
    const set = (role: string) => admin.post(paths.action('users', 'set_role'), { id: person.id, role })
    expect(rowIn(await set('applicant'))['grants']).toEqual([])
    expect(rowIn(await set('staff'))['grants']).toEqual([])
    const organiser = await addSignedIn(server, { role: 'organiser' })
    const kept = rowIn(await admin.post(paths.edit('users'), { id: organiser.id, grants: ['qa'] }))
    expect(kept['grants']).toEqual([])
  })

  test('names modules that organisers work in, each once', async () => {
    const { id } = await addSignedIn(server, { role: 'staff' })
    const refused = async (...grants: unknown[]) =>
      refusedFields(await admin.post(paths.edit('users'), { id, grants }))
    for (const name of ['users', 'notes', 'nothing', '__proto__'])
      expect([name, ...(await refused(name))]).toEqual([name, 'grants user.grant_unknown'])
    expect(await refused('qa', 'qa')).toEqual(['grants.1 field.repeated'])
    expect(await refused({ qa: true })).toEqual(['grants.0 field.not_valid'])
  })

  test('for settings shows none that is secret', async () => {
    rowIn(
      await admin.post(paths.post('settings'), { name: 'provider_key', value: 'hush-hush', is_secret: true }),
    )
    const person = await addSignedIn(server, { role: 'staff' })
    await grant(person, 'settings')
    const answer = await person.get(paths.list('settings'), { drafts: 'true' })
    expect(answer.status).toBe(200)
    expect(JSON.stringify(answer.body)).not.toContain('provider_key')
  })
})
