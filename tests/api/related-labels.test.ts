import { beforeAll, expect, it } from 'vitest'
import { f } from '../../contract/fields.ts'
import type { Locale } from '../../contract/locale.ts'
import { defineModule } from '../../contract/module-definition.ts'
import { is } from '../../contract/conditions.ts'
import type { Database } from '../../server/db/client.ts'
import { loadRelatedLabels } from '#server/engine/query/labels.ts'
import { allow, callerRows } from '../../server/engine/schema/permissions.ts'
import { createRegistry } from '../../server/engine/schema/registry.ts'
import { serverModule } from '../../server/engine/schema/server-module.ts'
import { upsertRows } from '../../server/engine/write/write-rows.ts'
import type { Caller, UserCaller } from '../../server/http/caller.ts'
import { bothDatabases } from '../support/databases.ts'
import { openTables } from '../support/use-server.ts'
import { label } from '../support/form-fields.ts'

const now = '2023-09-06T01:00:00Z'

/** Halls: some are drafts, and participants see their own alone. */
const halls = defineModule({
  name: 'halls',
  label: label('Halls'),
  group: 'content',
  titleTemplate: '{{name}}',
  fields: {
    name: f.string({ label: label('Name'), localized: true, required: true, max: 80 }),
    owner_id: f.string({ label: label('Owner'), max: 64 }),
    is_open: f.boolean({ label: label('Open'), required: true, default: true }),
  },
  published: [is('is_open', true)],
})

/** Keys whose title not everybody may read, and nobody unmasked but organisers. */
const keys = defineModule({
  name: 'keys',
  label: label('Keys'),
  group: 'content',
  titleTemplate: '{{code}}',
  fields: { code: f.string({ label: label('Code'), required: true, max: 80 }) },
})

const registry = createRegistry([
  serverModule(halls, {
    permissions: {
      participant: allow('list read').rows(callerRows('owner_id')),
      organiser: allow('list read drafts create update delete'),
    },
  }),
  serverModule(keys, {
    permissions: {
      applicant: allow('list read').fields([]),
      participant: allow('list read').masked(['code']),
      staff: allow('create'),
      organiser: allow('list read'),
    },
  }),
])

const fields = [
  f.relation('halls', { label: label('Hall') }),
  f.relations('halls', { label: label('Halls') }),
  f.relations('keys', { label: label('Keys') }),
  f.string({ label: label('Text') }),
]

const nobody: Caller = { kind: 'anonymous' }
const as = (role: UserCaller['role'], id: string = role): Caller => ({
  kind: 'user',
  id,
  role,
  isAdministrator: false,
})

const hall = (id: string, chinese: string, english: string, more: object = {}) => ({
  id,
  name: { 'zh-CN': chinese, en: english },
  ...more,
})

bothDatabases('labels of rows that relations name', (testPlace) => {
  let db: Database

  const load = (caller: Caller, locale: Locale = 'en', of = fields) =>
    loadRelatedLabels({ kysely: db.kysely, registry }, { caller, locale }, of)

  beforeAll(async () => {
    db = await openTables(testPlace, registry.modules)
    const rows = [
      hall('h1', '一号厅', 'Hall 1', { owner_id: 'anna' }),
      hall('h2', '二号厅', '', { owner_id: 'ben' }),
      hall('h3', '草稿厅', 'Draft hall', { owner_id: 'anna', is_open: false }),
      hall('h4', '旧厅', 'Old hall', { owner_id: 'anna' }),
      hall('h5', '同名厅', 'Same', { owner_id: 'anna' }),
      hall('h6', '同名厅', 'Other', { owner_id: 'ben' }),
    ]
    await db.transaction(async (trx) => {
      await upsertRows(trx, halls, rows, { now })
      await upsertRows(trx, keys, [{ id: 'k1', code: 'K-1' }], { now })
    })
    await db.kysely
      .updateTable('halls' as never)
      .set({ deleted_at: now } as never)
      .where('id' as never, '=', 'h4' as never)
      .execute()
  })

  it('tells none, two, deleted and hidden alike [S13]', async () => {
    const organiser = await load(as('organiser'))
    for (const text of ['九号厅', '同名厅', 'Old hall', 'h4', 'Old hall [h4]', 'K-1'])
      expect(organiser.find('halls', text)).toBeUndefined()
    const anna = await load(as('participant', 'anna'))
    for (const text of ['二号厅', 'h2', '二号厅 [h2]', 'Draft hall', 'h3'])
      expect(anna.find('halls', text)).toBeUndefined()
    // The other row of that name does not exist for her.
    expect(anna.find('halls', '同名厅')).toBe('h5')
    for (const caller of [nobody, as('staff')]) {
      const labels = await load(caller)
      for (const text of ['一号厅', 'h1']) expect(labels.find('halls', text)).toBeUndefined()
      for (const text of ['K-1', 'k1']) expect(labels.find('keys', text)).toBeUndefined()
      expect(labels.formatLabel('halls', 'h1')).toBe('h1')
    }
  })

  it('say nothing of a title that the caller may not read [S13]', async () => {
    for (const role of ['applicant', 'participant'] as const) {
      const labels = await load(as(role))
      expect(labels.find('keys', 'K-1')).toBeUndefined()
      expect(labels.find('keys', labels.formatLabel('keys', 'k1'))).toBe('k1')
      expect(labels.formatLabel('keys', 'k1')).not.toContain('K-1')
    }
  })

  it('are read page by page where there are thousands, none twice and none left out', async () => {
    const rows = Array.from({ length: 4001 }, (_, place) => ({ id: `m${place}`, code: `M-${place}` }))
    await db.transaction((trx) => upsertRows(trx, keys, rows, { now }))
    const labels = await load(as('organiser'))
    expect(rows.filter(({ id, code }) => labels.find('keys', code) !== id)).toEqual([])
  })
})
