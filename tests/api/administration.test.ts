import { beforeAll, expect, test } from 'vitest'
import { paths, type SignInInfo } from '../../contract/api.ts'
import type { ModuleSummary } from '../../contract/module-summary.ts'
import type { RetentionPreview } from '../../contract/retention.ts'
import { settings } from '../../contract/modules/settings.ts'
import { setRole } from '../../server/accounts/user-state.ts'
import { findUser } from '../../server/accounts/users.ts'
import { createRegistry } from '../../server/engine/schema/registry.ts'
import { upsertRows } from '../../server/engine/write/write-rows.ts'
import { serverModules } from '../../server/modules/index.ts'
import { runRetention } from '../../server/ops/retention/run-retention.ts'
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

/** What a rule would take away by each of the instants. */
function rowsOf({ rules }: RetentionPreview, rule: string): readonly number[] | undefined {
  return rules.find((one) => one.rule === rule)?.rows
}

eachDatabase('administration', (suite) => {
  let admin: Person
  let organiser: Person
  const server = useServer(suite, { start: '2026-03-01T08:00:00Z' })
  beforeAll(async () => {
    admin = await addSignedIn(server, { role: 'organiser', isAdministrator: true })
    organiser = await addSignedIn(server, { role: 'organiser' })
  })

  const signInsOf = async ({ id }: Person, by = admin) =>
    itemsIn(await by.get(paths.accountSignIns(id))) as unknown as SignInInfo[]

  test('sees where somebody is signed in, and ends one of it, or all, and the log says who did [S1]', async () => {
    const person = await addSignedIn(server, { role: 'staff' })
    const other = await addSignedIn(server)
    server.nowMs += 60_000
    const second = await signIn(server, person.id, { headers: { 'user-agent': 'Mozilla/5.0 Chrome/140.0' } })
    const [last, first] = await signInsOf(person)
    expect(await signInsOf(person)).toHaveLength(2)
    expect(last).toMatchObject({ device: 'Chrome', isThis: false })
    expect(JSON.stringify([last, first])).not.toContain(second)
    const end = (by: Person, sign_in?: string, of = person) =>
      by.post(paths.endAccountSignIns(of.id), { ...(sign_in !== undefined && { sign_in }) })
    expect((await end(organiser, last?.id)).status).toBe(404)
    expect((await end(admin, last?.id, other)).status).toBe(404)
    expect(await isSignedIn(server, second)).toBe(true)
    expect((await end(admin, last?.id)).status).toBe(200)
    expect([await isSignedIn(server, second), await isSignedIn(server, person.token)]).toEqual([false, true])
    expect((await end(admin)).status).toBe(200)
    expect(await isSignedIn(server, person.token)).toBe(false)
    expect(await isSignedIn(server, other.token)).toBe(true)
    expect(await signInsOf(person)).toEqual([])
    const log = itemsIn(
      await admin.get(paths.list('audit_log'), {
        filters: `action:eq:sign_in.ended,actor_id:eq:${admin.id}`,
        fields: 'row_id,module,row_count',
      }),
    )
    expect(log).toMatchObject([
      { row_id: person.id, module: 'users', row_count: 1 },
      { row_id: person.id, module: 'users', row_count: 1 },
    ])
    expect(await signInsOf(admin)).toMatchObject([{ isThis: true }])
  })

  test('does not list what has run out', async () => {
    const person = await addSignedIn(server)
    server.nowMs += 13 * 3_600_000
    admin = { ...(await addSignedIn(server, { role: 'organiser', isAdministrator: true })) }
    organiser = await addSignedIn(server, { role: 'organiser' })
    expect(await signInsOf(person)).toEqual([])
  })

  test('is told what a grant of each module lets staff do; nobody else is', async () => {
    const entries = (await admin.get(paths.modules, { with: 'grants' })).body.data as ModuleSummary[]
    const grantOf = (name: string) => entries.find((entry) => entry.name === name)?.grant
    expect(grantOf('qa')?.actions).toEqual(expect.arrayContaining(['list', 'create', 'update', 'export']))
    expect(grantOf('registrations')?.deeds).toContainEqual({ 'zh-CN': '通过', en: 'Approve' })
    for (const closed of ['users', 'audit_log', 'outgoing_messages']) expect(grantOf(closed)).toBeUndefined()
    const others = (await organiser.get(paths.modules, { with: 'grants' })).body.data as ModuleSummary[]
    expect(others.some(({ grant }) => grant)).toBe(false)
  })

  test('a grant is exactly what staff who have it are described [S1]', async () => {
    const person = await addSignedIn(server, { role: 'staff' })
    rowIn(await admin.post(paths.edit('users'), { id: person.id, grants: ['registrations'] }))
    const entries = (await admin.get(paths.modules, { with: 'grants' })).body.data as ModuleSummary[]
    const grant = entries.find(({ name }) => name === 'registrations')?.grant
    const described = (await person.get(paths.metadata('registrations'))).body.data as {
      permissions: string[]
      actions: Record<string, { label: unknown }>
    }
    expect(grant?.actions.toSorted()).toEqual(described.permissions.toSorted())
    expect(grant?.deeds).toEqual(Object.values(described.actions).map(({ label }) => label))
  })

  test('filters the log by person, module and time, and reads a word for every deed [S10]', async () => {
    const metadata = (await admin.get(paths.metadata('audit_log'))).body.data as {
      options: Record<string, { value: string; label: Record<string, string> }[]>
    }
    const words = new Map(metadata.options['audit_action']?.map(({ value, label }) => [value, label]))
    const deeds = ['sign_in', 'approve', 'set_role', 'retry', 'retention.id_data', 'reveal']
    const inBoth = { 'zh-CN': expect.any(String), en: expect.any(String) }
    expect(deeds.map((operation) => words.get(operation))).toEqual(deeds.map(() => inBoth))
    const { body } = await admin.get(paths.relationship('audit_log'), { field: 'actor_id', q: organiser.id })
    expect(JSON.stringify(body.data)).toContain(organiser.id)
    const found = itemsIn(
      await admin.get(paths.list('audit_log'), {
        filters: `actor_id:eq:${organiser.id},at:gte:${'2026-03-01T00:00:00Z'.replaceAll(':', '#')}`,
      }),
    )
    expect(found).toMatchObject([{ action: 'sign_in', actor_id: organiser.id }])
    expect(itemsIn(await admin.get(paths.list('audit_log'), { filters: 'module:eq:settings' }))).toEqual([])
  })

  test('is shown what retention will take away, and then it takes just that [S9]', async () => {
    const value = {
      name: { en: 'F' },
      timeZone: 'Asia/Shanghai',
      startsOn: '2026-02-26',
      endsOn: '2026-02-27',
    }
    await upsertRows(server.db.kysely, settings, [{ id: 'forum', name: 'forum', value, is_public: true }], {
      now: server.now(),
    })
    // A sign-in of seven days: by then it goes, and not before.
    await addSignedIn(server)
    const registry = createRegistry(serverModules)
    const ahead = (await admin.get(paths.retention)).body.data as RetentionPreview
    expect(ahead.forumEnd).toBe('2026-02-27T15:59:59Z')
    expect(ahead.at).toHaveLength(4)
    // Everybody of this suite is signed in, some of it run out by now and all of it in a week or two.
    const [goneNow = 0, , inMonth = 0] = rowsOf(ahead, 'sign_ins') ?? []
    expect(inMonth).toBeGreaterThan(goneNow)
    server.nowMs += 7 * 86_400_000
    const due = await runRetention({ db: server.db, registry, now: server.now() }, { isDryRun: false })
    for (const { rule, rows } of due) expect([rule, rowsOf(ahead, rule)?.[1] ?? 0]).toEqual([rule, rows])
  })
})

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
    await server.db.transaction((trx) =>
      setRole(trx, person.id, { role: 'participant' }, { now: new Date() }),
    )
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
    const updated = rowIn(await admin.post(paths.edit('users'), { id: organiser.id, grants: ['qa'] }))
    expect(updated['grants']).toEqual([])
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
