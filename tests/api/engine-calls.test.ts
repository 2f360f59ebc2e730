import { expect, it } from 'vitest'
import type { OptionsData, RelationshipData, SearchData } from '#contract/api.ts'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { documents } from '#contract/modules/documents.ts'
import { sessions } from '#contract/modules/sessions.ts'
import { checkTables } from '#server/engine/schema/tables.ts'
import { readRows, softDeleteRows, upsertRows, type RowToWrite } from '#server/engine/write/write-rows.ts'
import { serverModules } from '#server/modules/index.ts'
import { bothDatabases } from '../support/databases.ts'
import { useEngineApp } from '../support/engine-app.ts'
import { exhibits, exhibitsServer, halls, hallsServer } from '../support/exhibits.ts'

const options = { now: new Date('2023-09-01T00:00:00Z') }
const text = (zh: string, en: string) => ({ 'zh-CN': zh, en })
const session = {
  id: 's1',
  title: text('新型储能', 'Energy storage'),
  state: 'confirmed',
  starts_at: '2023-09-06T01:00:00Z',
  ends_at: '2023-09-06T02:00:00Z',
}

bothDatabases('calls of the engine', (place) => {
  const app = useEngineApp(place, [...serverModules, exhibitsServer, hallsServer], {
    fill: async ({ write }) => {
      await write(sessions, [session, { ...session, id: 's2', state: 'draft' }])
      const names = [text('主会场', 'Main hall'), text('东厅', 'East hall')]
      await write(
        halls,
        names.map((name, index) => ({ id: `h${index}`, name })),
      )
    },
  })

  it('have tables as the definitions say, and say so when they differ', async () => {
    const all = [...serverModules, exhibitsServer, hallsServer]
    await expect(checkTables(app.db.kysely, all)).resolves.toBeUndefined()
    const { code: _code, ...fields } = sessions.fields
    const changed = { ...sessions, fields: { ...fields, kind: sessions.fields.code } }
    await expect(checkTables(app.db.kysely, [{ definition: changed }])).rejects.toThrow(
      /sessions\.kind is missing\n.*sessions\.code is a column of no field/,
    )
    const nowhere = { definition: { ...sessions, name: 'nowhere' } }
    await expect(checkTables(app.db.kysely, [nowhere])).rejects.toThrow('table nowhere is missing')
    const hidden = { definition: sessions, hiddenColumns: ['seal'] }
    await expect(checkTables(app.db.kysely, [hidden])).rejects.toThrow('sessions.seal is missing')
  })

  it('describe a module to its caller', async () => {
    const path = '/front/metadata/test_exhibits'
    const { body, headers } = await app.get<ModuleMetadata>(path, {}, 'organiser')
    const metadata = body.data
    expect(Object.keys(metadata.fields)).toEqual(Object.keys(exhibits.fields))
    expect(metadata.fields['colour']).toMatchObject({ type: 'enum', typeCode: 'colour', required: false })
    expect(metadata.options['colours']).toHaveLength(3)
    expect(metadata.schemas.create).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      // An organiser may not create these.
      properties: {},
      required: [],
      additionalProperties: false,
    })
    expect(metadata.permissions).toEqual(['list', 'read', 'drafts'])
    expect(metadata.presets.map((preset) => preset.name)).toEqual(['open', 'hidden'])
    expect(headers['x-metadata-revision']).toBe(metadata.revision)
    const nobody = (await app.get<ModuleMetadata>(path)).body.data
    expect(nobody.presets.map((preset) => preset.name)).toEqual(['open'])
    expect(nobody.revision).not.toBe(metadata.revision)
    const list = await app.get('/front/query/test_exhibits/all', {}, 'organiser')
    expect(list.headers['x-metadata-revision']).toBe(metadata.revision)
    const again = await app.call('GET', path, { 'if-none-match': `"${nobody.revision}"` })
    expect(again.status).toBe(304)
  })

  it('list the choices of a module by type code [215]', async () => {
    const { body } = await app.get<OptionsData>('/front/sessions/options')
    expect(Object.keys(body.data)).toEqual(['session_type', 'session_state'])
    expect(body.data['session_state']?.map((option) => option.value)).toContain('cancelled')
  })

  it('list what a relation may point to, by words and by ids [239]', async () => {
    const path = '/relationship/test_exhibits'
    const ask = async (query: Record<string, string>) =>
      (await app.get<RelationshipData>(path, query)).body.data.items
    expect(await ask({ field: 'hall' })).toHaveLength(2)
    expect(await ask({ field: 'hall', q: 'EAST' })).toEqual([{ id: 'h1', label: text('东厅', 'East hall') }])
    expect(await ask({ field: 'halls', ids: 'h0,h7' })).toEqual([
      { id: 'h0', label: text('主会场', 'Main hall') },
    ])
    expect(await ask({ field: 'hall', q: '%' })).toEqual([])
    expect(await ask({ field: 'hall', ids: '' })).toEqual([])
  })

  it('answer all rows of size 0 where the module allows it, and refuse it elsewhere [202, T18]', async () => {
    const all = await app.get<{ items: unknown[]; size: number }>('/front/query/sessions/all', { size: '0' })
    expect(all.body.data).toMatchObject({ size: 0, page: 1, total: 1, items: [{ id: 's1', version: 1 }] })
    expect((await app.get('/front/query/documents/all', { size: '0' })).body.error?.key).toBe(
      'query.invalid_size',
    )
    expect((await app.get('/front/query/sessions/s1')).body.data).toMatchObject({
      id: 's1',
      abstract: text('', ''),
    })
    expect((await app.get('/front/query/sessions/s2')).status).toBe(404)
  })

  it('write only what changed, and bring back what was deleted', async () => {
    const write = (title: ReturnType<typeof text>) =>
      app.db.transaction((trx) => upsertRows(trx, sessions, [{ id: 's1', title }], options))
    expect(await write(session.title)).toEqual({ inserted: 0, updated: 0, unchanged: 1 })
    expect(await write(text('氢能', 'Hydrogen'))).toEqual({ inserted: 0, updated: 1, unchanged: 0 })
    const [row] = await readRows(app.db.kysely, sessions, { id: 's1' })
    expect(row).toMatchObject({ version: 2, title_initials: 'qn', state: 'confirmed', source: null })
    expect(await app.db.transaction((trx) => softDeleteRows(trx, sessions, ['s1', 'none'], options))).toBe(1)
    expect(await readRows(app.db.kysely, sessions, { id: 's1' })).toEqual([])
    expect(await write(session.title)).toEqual({ inserted: 0, updated: 1, unchanged: 0 })
    app.expire()
    const found = (await app.get<SearchData>('/front/search', { q: '型储' })).body.data.groups[0]
    expect(found?.total).toBe(1)
  })

  it('refuse to write what a definition does not know or lacks what it needs', async () => {
    await expect(writeDocument({ id: 'd1' })).rejects.toThrow('documents d1: no is required')
    await expect(writeDocument({ id: 'd1', nope: 1 })).rejects.toThrow('documents d1: unknown field nope')
  })

  it.each(['all', '', 'a/b', '编号', 'x'.repeat(65)])(
    'refuse to write a row whose id is %j [T16]',
    async (id) => {
      await expect(writeDocument({ id })).rejects.toThrow('cannot be an id')
    },
  )

  function writeDocument(row: RowToWrite) {
    return app.db.transaction((trx) => upsertRows(trx, documents, [row], options))
  }
})
