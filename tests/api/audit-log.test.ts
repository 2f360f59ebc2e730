import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { paths } from '#contract/api.ts'
import { insertSignIn } from '#server/accounts/sign-ins.ts'
import { appendAudit } from '#server/db/audit-log.ts'
import type { Database } from '#server/db/client.ts'
import { moduleTables } from '#server/db/module-tables.ts'
import { addPerson } from '../support/accounts.ts'
import { itemsIn, personOf, type Person } from '../support/console-person.ts'
import { runCommand } from '../support/command.ts'
import { bothDatabases } from '../support/databases.ts'
import { useServer } from '../support/use-server.ts'

const now = new Date('2026-03-01T08:00:00Z')

bothDatabases('the audit log', (suite, dialect) => {
  let admin: Person
  const server = useServer(suite, { start: now, env: { LOG_LEVEL: 'info' } })
  beforeAll(async () => {
    const id = await addPerson(server, { role: 'organiser', isAdministrator: true })
    admin = personOf(server, id, await insertSignIn(server.db.kysely, { id }, now))
  })

  const read = async () => itemsIn(await admin.get(paths.list('audit_log')))

  test('shows each row to an administrator as soon as it is there, newest first', async () => {
    await appendAudit(server.db.kysely, {
      at: now,
      actorId: 'guest',
      action: 'sign_in',
      clientAddress: '203.0.113.77',
    })
    expect(await read()).toHaveLength(1)
    const later = new Date(now.getTime() + 60_000)
    const fields = ['title', 'room']
    await appendAudit(server.db.kysely, {
      at: later,
      actorId: 'chair',
      action: 'export',
      module: 'sessions',
      rowId: 's1',
      fields,
      requestId: 'r1',
    })
    expect(await read()).toEqual([
      expect.objectContaining({
        at: '2026-03-01T08:01:00Z',
        actor_id: 'chair',
        action: 'export',
        module: 'sessions',
        row_id: 's1',
        fields,
        request_id: 'r1',
        address_block: null,
      }),
      expect.objectContaining({ action: 'sign_in', actor_id: 'guest', address_block: '203.0.113.0/24' }),
    ])
  })

  test('is undone with the transaction of what it tells of [S10]', async () => {
    const before = (await read()).length
    const failing = server.db.transaction(async (trx) => {
      await appendAudit(trx, { at: now, actorId: null, action: 'never' })
      throw new Error('the work failed')
    })
    await expect(failing).rejects.toThrow('the work failed')
    expect(await read()).toHaveLength(before)
  })

  const imports = async () => (await read()).filter((row) => row['action'] === 'import')

  test('tells of an import, and not of a dry run', async () => {
    const file = fileURLToPath(new URL('../fixtures/schedules/democon-excerpt.json', import.meta.url))
    expect(await runCommand(suite.place, ['import-schedule', file, '--dry-run'])).toMatchObject({ code: 0 })
    expect(await imports()).toEqual([])
    expect(await runCommand(suite.place, ['import-schedule', file])).toMatchObject({ code: 0 })
    expect(await imports()).toMatchObject([{ actor_id: null, module: 'sessions' }])
  })

  const changes: Record<Database['dialect'], string[]> = {
    sqlite: [
      'insert or replace into audit_log select * from audit_log',
      'replace into audit_log select * from audit_log',
    ],
    postgres: [
      'truncate audit_log',
      "insert into audit_log select * from audit_log on conflict (id) do update set action = 'x'",
    ],
  }

  test.each(["update audit_log set action = 'x'", 'delete from audit_log', ...changes[dialect]])(
    'the database refuses: %s [S10]',
    async (statement) => {
      const rows = () =>
        moduleTables(server.db.kysely).selectFrom('audit_log').selectAll().orderBy('id').execute()
      const before = await rows()
      await expect(sql.raw(statement).execute(server.db.kysely)).rejects.toThrow('audit_log is append-only')
      expect(await rows()).toEqual(before)
    },
  )

  test('has the calls that a person may not make, and the lines of the log name the account', async () => {
    const id = await addPerson(server)
    const person = personOf(server, id, await insertSignIn(server.db.kysely, { id }, now))
    const denied = () =>
      moduleTables(server.db.kysely)
        .selectFrom('audit_log')
        .select(['action', 'module'])
        .where('actor_id', '=', id)
        .execute()
    await person.get(paths.list('users'))
    await person.get(paths.signIns)
    await person.get(paths.detail('sessions', 'nothing'))
    await person.post(paths.edit('qa'), { id: 'of-somebody', title: 'mine' })
    await person.get(paths.list('no module of anybody'))
    await expect.poll(async () => (await denied()).length).toBe(3)
    const modules = (await denied()).map(({ action, module }) => [action, module])
    expect(modules.toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
      ['call.refused', null],
      ['call.refused', 'qa'],
      ['call.refused', 'users'],
    ])
    expect(server.log).toMatch(new RegExp(`"status":404,[^\\n]*"account":"${id}","refusal":"not_found"`))
    for (let times = 0; times < 60; times += 1) await person.get(paths.list('users'))
    await expect.poll(async () => (await denied()).length).toBe(50)
  })
})
