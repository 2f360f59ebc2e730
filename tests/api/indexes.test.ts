import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import type { Database } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { parseListQuery } from '#server/engine/query/list-request.ts'
import { listRows } from '#server/engine/query/list-rows.ts'
import { moduleTables } from '#server/db/module-tables.ts'
import { planQuery } from '#server/engine/query/query-plan.ts'
import { publishDue } from '#server/engine/write/publish-due.ts'
import { createRegistry } from '#server/engine/schema/registry.ts'
import type { ServerModule } from '#server/engine/schema/server-module.ts'
import { ownerIndexStatements } from '#server/engine/schema/table-statements.ts'
import { isAllowed } from '#server/engine/schema/visible-fields.ts'
import { listUniqueRules } from '#server/engine/write/constraints.ts'
import { createSiblingRows } from '#server/engine/write/sibling-rows.ts'
import { hasOtherRegistration } from '#server/modules/registrations/review-hooks.ts'
import type { UserCaller } from '#server/http/caller.ts'
import { serverModules } from '#server/modules/index.ts'
import { bothDatabases } from '../support/databases.ts'
import { explainQuestions, lookedUpBy } from '../support/query-plans.ts'

const persons = (['applicant', 'participant', 'staff'] as const).map((role): UserCaller => ({
  kind: 'user',
  id: 'u1',
  role,
  isAdministrator: false,
}))

/** Modules that people write, with somebody who does. */
const written = serverModules.flatMap((module): [string, ServerModule, UserCaller, string][] => {
  const person = persons.find((caller) => isAllowed(caller, module, 'create'))
  return person && module.ownership ? [[module.definition.name, module, person, module.ownership.field]] : []
})

bothDatabases('an index finds', (suite, dialect) => {
  let db: Database
  beforeAll(async () => {
    db = await suite.open()
    await migrate(db)
  })

  describe.each(written)('in %s', (name, module, person, owner) => {
    test.each([{ own: '1' }, { own: '1', drafts: '1' }])('a person’s own rows: %j', async (query) => {
      const { ownDrafts } = module.permissions[person.role] ?? {}
      if ('drafts' in query && ownDrafts === undefined) return
      const request = parseListQuery(query, module.definition, false)
      const [list] = await explainQuestions(db, (trx) =>
        listRows(
          trx,
          planQuery(moduleTables(trx), module, { caller: person, locale: 'en' }, request),
          person,
        ),
      )
      expect(list && lookedUpBy(list, name)).toMatch(owner)
    })

    const rules = listUniqueRules(module).map((rule) => [rule.fields.join(' '), rule] as const)
    test.each(rules)('who has the same %s', async (_fields, rule) => {
      const row = { id: 'r1', ...Object.fromEntries(rule.fields.map((field) => [field, 'x'])) }
      const [question] = await explainQuestions(db, (trx) =>
        createSiblingRows(trx, module).hasEqual(rule, row),
      )
      expect(question && lookedUpBy(question, name)).toMatch(rule.fields[0] ?? '')
    })
  })

  test('a registration of the other kind', async () => {
    const after = { id: 'r1', owner_id: 'u1' }
    const [question] = await explainQuestions(db, (trx) =>
      hasOtherRegistration('registrations', { trx, after } as never),
    )
    expect(question && lookedUpBy(question, 'staff_registrations')).toMatch('owner_id')
  })

  test('rows whose publication time has come, which are looked for every second', async () => {
    const timed = serverModules.filter(({ definition }) => definition.publishedFrom !== undefined)
    const [question] = await explainQuestions(db, (trx) =>
      publishDue({ ...db, kysely: trx }, createRegistry(serverModules), new Date('2023-09-05T00:00:00Z')),
    )
    expect(timed.length).toBeGreaterThan(0)
    for (const { definition } of timed)
      expect(question && lookedUpBy(question, definition.name)).toMatch(definition.publishedFrom ?? '')
  })

  test('own rows in every module whose rows are somebody’s', async () => {
    const made =
      dialect === 'sqlite'
        ? sql<{ name: string }>`select name from sqlite_schema where type = 'index'`
        : sql<{ name: string }>`select indexname as name from pg_indexes`
    const names = new Set((await made.execute(db.kysely)).rows.map(({ name }) => name))
    const wanted = serverModules
      .flatMap(ownerIndexStatements)
      .map((text) => /index "(\w+)"/.exec(text)?.[1] ?? text)
    expect(wanted.filter((name) => !names.has(name))).toEqual([])
  })
})
