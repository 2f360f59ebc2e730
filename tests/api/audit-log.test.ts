import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ListData } from '#contract/envelope.ts'
import { insertSignIn } from '#server/accounts/sign-ins.ts'
import { insertUser, type NewUser } from '#server/accounts/users.ts'
import { appendAudit } from '#server/audit/audit-log.ts'
import type { Database } from '#server/db/client.ts'
import { moduleTables } from '#server/engine/module-tables.ts'
import { runCommand } from '../support/command.ts'
import { bothDatabases } from '../support/databases.ts'
import { useServer } from '../support/use-server.ts'

const now = new Date('2026-03-01T08:00:00Z')
const password = 'tidal range power'
const people: NewUser[] = [
  { id: 'admin', loginName: 'admin', password, role: 'organiser', isAdministrator: true },
  { id: 'chair', loginName: 'chair', password, role: 'organiser' },
  { id: 'guest', loginName: 'guest', password, role: 'participant' },
]

bothDatabases('the audit log', (suite, dialect) => {
  const tokens: Record<string, string> = {}
  const server = useServer(suite, {
    start: '2026-03-01T08:00:00Z',
    fill: async () => {
      for (const person of people) {
        await insertUser(server.db.kysely, person, now)
        tokens[person.id] = await insertSignIn(server.db.kysely, person, now)
      }
    },
  })

  const list = (token?: string) => server.get('/front/query/audit_log/all?size=20', token)

  async function read(): Promise<Record<string, unknown>[]> {
    const { data } = (await (await list(tokens['admin'])).json()) as {
      data: ListData<Record<string, unknown>>
    }
    return data.items
  }

  test('shows each row to an administrator as soon as it is there, newest first', async () => {
    await appendAudit(server.db.kysely, {
      at: now,
      actorId: 'guest',
      action: 'sign_in',
      addressBlock: '203.0.113.77',
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

  test('is to everybody else a module that does not exist [S10]', async () => {
    const nothing = await server.get('/front/query/no_such_module/all', tokens['chair'])
    const unknown = ((await nothing.json()) as { error: object }).error
    for (const who of ['chair', 'guest']) {
      const answer = await list(tokens[who])
      expect(answer.status).toBe(404)
      expect(await answer.json()).toMatchObject({ error: unknown })
      expect(await (await server.get('/modules', tokens[who])).text()).not.toContain('audit_log')
    }
    expect((await list()).status).toBe(401)
    expect(await (await server.get('/modules', tokens['admin'])).text()).toContain('audit_log')
  })

  test('the administrator reads all else as any organiser does', async () => {
    const asked = '/front/query/sessions/all?drafts=1'
    expect((await server.get(asked, tokens['admin'])).status).toBe(200)
    expect((await server.get(asked, tokens['guest'])).status).toBe(404)
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
})
