import type { FieldDefinition } from '#contract/field-definition.ts'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { paths, type RelationshipData, type SearchData } from '#contract/api.ts'
import type { ListData } from '#contract/envelope.ts'
import { f } from '#contract/fields.ts'
import type { FilterItem } from '#contract/filters.ts'
import { toListQuery } from '#contract/list-query.ts'
import { defineModule } from '#contract/module-definition.ts'
import { allow } from '#server/engine/schema/permissions.ts'
import { serverModule, type ServerModule } from '#server/engine/schema/server-module.ts'
import { softDeleteRows, upsertRows } from '#server/engine/write/write-rows.ts'
import { serverModules } from '#server/modules/index.ts'
import { bothDatabases } from '../support/databases.ts'
import { useEngineApp } from '../support/engine-app.ts'
import { exhibitsServer, hallsServer } from '../support/exhibits.ts'
import { grantOf, may, maySee, type Asker } from '../support/expected-rights.ts'
import { label } from '../support/form-fields.ts'
import { testSecrets } from '../support/keys.ts'
import { hasSortKey } from '#server/db/sort-keys.ts'
import { filterNaively, hasWord, publicConditions, sortNaively } from '../support/naive-list.ts'
import { putFile } from '../support/planted-forum.ts'
import { chanceFrom, isPlain, itemsFor, pooledRow, sharedFile } from '../support/pooled-rows.ts'
import { benchesServer, workshops, workshopsServer } from '../support/workshops.ts'

type Row = Readonly<Record<string, unknown>> & { id: string }

/** Points to rows that are people's own, for everybody to see where that leads. */
const badges = defineModule({
  name: 'badges',
  label: label('Badges'),
  group: 'content',
  titleTemplate: '{{id}}',
  fields: {
    workshop: f.relation('workshops', { label: label('Workshop'), search: ['title'] }),
    registration: f.relation('registrations', { label: label('Registration'), search: ['realname'] }),
    side_meeting: f.relation('side_meetings', { label: label('Meeting'), search: ['name'] }),
  },
})
const all = allow('list read')
const badgesServer = serverModule(badges, {
  permissions: { anonymous: all, applicant: all, participant: all, staff: all, organiser: all },
})

const searched: ServerModule = {
  ...workshopsServer,
  definition: { ...workshops, search: { group: 'workshops' } },
}
const modules = [
  // Accounts and logs have rows of their own here.
  ...serverModules.filter((module) => !module.isServerWritten),
  exhibitsServer,
  hallsServer,
  benchesServer,
  searched,
  badgesServer,
]

const people: readonly (readonly [asker: Asker, token: string])[] = [
  ['anonymous', 'anonymous'],
  ['applicant', 'applicant:p0'],
  ['applicant', 'applicant:nobody'],
  ['participant', 'participant:p0'],
  ['participant', 'participant:p1'],
  ['staff', 'staff:p2'],
  ['granted', 'granted:p1'],
  ['organiser', 'organiser:p0'],
  ['administrator', 'administrator:p2'],
]

const modulesByName = new Map(modules.map((module) => [module.definition.name, module]))

function moduleOf(name: string): ServerModule {
  const module = modulesByName.get(name)
  if (!module) throw new Error(name)
  return module
}

const writtenAt = '2023-09-01T00:00:00Z'
/** More than a page holds. */
const rowsOfModule = 40

bothDatabases('rows of several people', (place) => {
  const written = new Map<string, Row[]>()

  const app = useEngineApp(place, modules, {
    fill: async ({ db }) => {
      await putFile(db.kysely, sharedFile, { module: 'documents', field: 'file' })
      for (const [at, module] of modules.entries()) await fill(module, chanceFrom(at + 1))
    },
  })

  /** Fills a module; rows that the table's own rules refuse are left out, every sixth is deleted again. */
  async function fill(module: ServerModule, chance: (below: number) => number): Promise<void> {
    const { definition } = module
    const options = { now: writtenAt, secrets: testSecrets }
    const rows: Row[] = []
    for (let at = 0; at < rowsOfModule; at += 1) {
      const row = pooledRow(module, `row-${at}`, chance)
      const isTaken = await app.db
        .transaction((trx) => upsertRows(trx, definition, [row], options))
        .then(() => true)
        .catch((error: Error) => {
          if (!/unique|is_held_once|range lower bound/i.test(error.message)) throw error
          return false
        })
      if (!isTaken) continue
      if (at % 6 === 5) await app.db.transaction((trx) => softDeleteRows(trx, definition, [row.id], options))
      else rows.push(row)
    }
    written.set(definition.name, rows)
  }

  /** The rows that exist for a caller, in the plainest way. */
  function visibleRows(module: ServerModule, asker: Asker, token: string, drafts = false): Row[] {
    if (!may(module, asker, 'list')) return []
    const { scope = [] } = grantOf(module, asker) ?? {}
    const [, callerId = token] = token.split(':')
    const own = (written.get(module.definition.name) ?? []).filter((row) =>
      scope.every((item) => !('is' in item) || row[item.param] === callerId),
    )
    const conditions = scope.filter((item): item is FilterItem => !('is' in item))
    return filterNaively(own, [
      ...conditions,
      ...(drafts ? [] : publicConditions(module.definition, writtenAt)),
    ])
  }

  const cases = modules.flatMap((module) =>
    people
      .filter(([asker]) => may(module, asker, 'list'))
      .map(([asker, token]) => ({ module, asker, token })),
  )

  const query = fc.constantFrom(...cases).chain(({ module, asker, token }) => {
    const sortable = Object.entries(module.definition.fields)
      .filter(
        ([key, field]) => field.sortable && !field.computed && isPlain(key) && maySee(module, asker, key),
      )
      .map(([key]) => key)
    return fc.record({
      name: fc.constant(module.definition.name),
      asker: fc.constant(asker),
      token: fc.constant(token),
      filters: fc.array(itemsFor(module, asker) ?? fc.constant<FilterItem>({ param: 'id', value: 'row-1' }), {
        maxLength: 2,
      }),
      field: fc.constantFrom(...sortable),
      direction: fc.constantFrom('asc' as const, 'desc' as const),
      size: fc.constantFrom(3, 100),
      page: fc.constantFrom(1, 2),
      drafts: may(module, asker, 'drafts') ? fc.boolean() : fc.constant(false),
    })
  })

  it('answer any filters, order and page as a naive list of whoever asks, with its total [14, 203, 231, S4]', async () => {
    let found = 0
    await fc.assert(
      fc.asyncProperty(
        query,
        async ({ name, asker, token, filters, field, direction, size, page, drafts }) => {
          const module = moduleOf(name)
          const asked = toListQuery({ filters, sorters: { [field]: direction }, size, page, fields: ['id'] })
          const path = `/front/query/${name}/all`
          const answer = await app.get<ListData<Row>>(
            path,
            { ...asked, ...(drafts && { drafts: '1' }) },
            token,
          )
          const visible = visibleRows(module, asker, token, drafts)
          const sorted = module.definition.fields[field] as FieldDefinition
          const expected = sortNaively(filterNaively(visible, filters), {
            field,
            direction,
            locale: 'zh-CN',
            isText: hasSortKey(sorted),
            choices: sorted.options,
          })
          const ids = expected.map(({ id }) => id)
          expect(answer.body.data).toMatchObject({ total: ids.length })
          expect(answer.body.data.items.map(({ id }) => id)).toEqual(
            ids.slice((page - 1) * size, page * size),
          )
          found += ids.length
        },
      ),
      { numRuns: 1000 },
    )
    expect(found).toBeGreaterThan(500)
  })

  it('stay those of whoever asks, however often several people ask for the same [S4]', async () => {
    for (const page of [1, 1, 1, 2, 1])
      for (const { module, asker, token } of cases) {
        const path = `/front/query/${module.definition.name}/all`
        const answer = await app.get<ListData<Row>>(
          path,
          { size: '100', fields: 'id', page: `${page}` },
          token,
        )
        const visible = visibleRows(module, asker, token).map(({ id }) => id)
        const { items, total } = answer.body.data
        expect([path, token, total]).toEqual([path, token, visible.length])
        expect(items.map(({ id }) => id).toSorted()).toEqual(page === 1 ? visible.toSorted() : [])
      }
  })

  const askOwn = ({ module, token }: (typeof cases)[number]) =>
    app.get<ListData<Row>>(paths.list(module.definition.name), { size: '100', fields: 'id', own: '1' }, token)

  it('asked for as one’s own are those of whoever asks, also for who sees those of others [14]', async () => {
    let own = 0
    let others = 0
    const [owned, ownerless] = [
      cases.filter(({ module }) => module.ownership),
      cases.filter(({ module }) => !module.ownership),
    ]
    // Three times each: what is asked for again is answered from what is kept.
    for (const one of [...owned, ...owned, ...owned]) {
      const { module, asker, token } = one
      const [, callerId] = token.split(':')
      const visible = visibleRows(module, asker, token)
      const expected = visible
        .filter((row) => row[module.ownership?.field ?? ''] === callerId)
        .map(({ id }) => id)
      const { items, total } = (await askOwn(one)).body.data
      expect([module.definition.name, token, total]).toEqual([module.definition.name, token, expected.length])
      expect(items.map(({ id }) => id).toSorted()).toEqual(expected.toSorted())
      own += expected.length
      others += visible.length - expected.length
    }
    expect(Math.min(own, others)).toBeGreaterThan(50)
    for (const one of ownerless) {
      const { status, body } = await askOwn(one)
      expect([status, body.error?.fields.map(({ path }) => path)]).toEqual([400, ['own']])
    }
  })

  it('are there one by one for whom the list has them, and for nobody else [S4]', async () => {
    let shown = 0
    for (const { module, asker, token } of cases) {
      const visible = new Set(visibleRows(module, asker, token).map(({ id }) => id))
      const { name } = module.definition
      const wrong: string[] = []
      for (let at = 0; at < 12; at += 1) {
        const { status } = await app.get(`/front/query/${name}/row-${at}`, {}, token)
        if (status !== (visible.has(`row-${at}`) ? 200 : 404))
          wrong.push(`${name} row-${at} ${token}: ${status}`)
      }
      expect(wrong).toEqual([])
      shown += visible.size
    }
    expect(shown).toBeGreaterThan(500)
  })

  it('are offered to a relation as they are listed [S4]', async () => {
    let offered = 0
    for (const { module, asker, token } of cases)
      for (const [field, { relation }] of Object.entries(module.definition.fields)) {
        const target = modulesByName.get(relation?.module ?? '')
        if (!target || !maySee(module, asker, field)) continue
        const path = `/relationship/${module.definition.name}`
        const answer = await app.get<RelationshipData>(path, { field }, token)
        const isListed = may(target, asker, 'list')
        expect([field, answer.status]).toEqual([field, isListed ? 200 : 400])
        if (!isListed) continue
        const fitting = filterNaively(visibleRows(target, asker, token), relation?.filter ?? [])
        const ids = fitting.map(({ id }) => id).toSorted()
        const { items, total } = answer.body.data
        expect([field, total]).toEqual([field, ids.length])
        expect(ids).toEqual(expect.arrayContaining(items.map(({ id }) => id)))
        expect(items).toHaveLength(Math.min(total, 20))
        // Labels of rows that are named already are asked for by their ids.
        const asked = ['row-0', 'row-1', 'row-2', 'row-3', 'row-4', 'row-5', 'nowhere']
        const named = await app.get<RelationshipData>(path, { field, ids: asked.join(',') }, token)
        const known = visibleRows(target, asker, token).filter(({ id }) => asked.includes(id))
        expect(named.body.data.items.map(({ id }) => id).toSorted()).toEqual(
          known.map(({ id }) => id).toSorted(),
        )
        offered += total
      }
    expect(offered).toBeGreaterThan(100)
  })

  it('are found by words as they are listed [S4]', async () => {
    let hits = 0
    for (const [asker, token] of people)
      for (const q of ['alph', 'beta', '能源', 'nothing']) {
        const { body } = await app.get<SearchData>('/front/search', { q }, token)
        const expected = modules
          .filter(({ definition }) => definition.search !== undefined)
          .filter((module) => may(module, asker, 'list'))
          .map((module) => {
            const rows = visibleRows(module, asker, token).filter((row) => hasWord(module, row, q))
            hits += rows.length
            return [module.definition.name, rows.length]
          })
        expect(body.data.groups.map(({ module, total }) => [module, total])).toEqual(expected)
      }
    expect(hits).toBeGreaterThan(50)
  })

  it('of which a caller has none are none to count, to filter or to search, whatever is asked', async () => {
    const unlisted = modules.flatMap((module) =>
      people
        .filter(([asker]) => !may(module, asker, 'list'))
        .map(([asker, token]) => ({ module, asker, token })),
    )
    for (const { module, asker, token } of unlisted) {
      const { name } = module.definition
      const isClosed = grantOf(module, asker)?.denialKey !== undefined
      for (const path of [
        `/front/query/${name}/all`,
        `/front/query/${name}/row-1`,
        `/relationship/${name}`,
      ]) {
        const answer = await app.get(path, { field: 'id' }, token)
        expect([path, answer.status]).toEqual([path, asker === 'anonymous' ? 401 : isClosed ? 403 : 404])
        expect(answer.body.data ?? null).toBeNull()
      }
    }
  })
})
