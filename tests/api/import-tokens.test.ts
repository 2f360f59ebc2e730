import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { toInstant } from '#contract/time.ts'
import type { ImportCheckBody } from '#contract/transfer.ts'
import type { ModulePermission } from '#server/engine/schema/permissions.ts'
import { allow } from '#server/engine/schema/permissions.ts'
import { eachDatabase } from '../support/databases.ts'
import { startServer } from '../support/server.ts'
import { StallForum } from '../support/stall-forum.ts'
import { stall, stallModules, stalls, tags, tagsServer } from '../support/stalls.ts'

const table = (...codes: string[]) =>
  `code,name.zh-CN,name.en\n${codes.map((code) => `${code},摊位,Stall`).join('\n')}\n`

const staffMay = (grant: ModulePermission) =>
  ({ ...tagsServer.permissions, staff: grant }) as typeof tagsServer.permissions

eachDatabase('the token of an import', (place) => {
  const now = new Date('2026-11-22T08:00:00Z')
  const forum = new StallForum(place, { start: now })
  beforeEach(() => forum.clear())

  const twoRows = [stall('a'), stall('b')]
  const checkFile = async (more: ImportCheckBody = {}) => {
    const file = await forum.upload('test_tags', 'tags.csv', table('a', 'b'))
    const { data, error } = await forum.send('test_tags', { file, ...more })
    expect(error).toBeUndefined()
    return { file, token: data.token }
  }

  it.each([stalls.name, tags.name])(
    'of %s is good once, at the same time and on two servers too [S13]',
    async (name) => {
      const { token } = await forum.check(name, twoRows)
      const other = await forum.server.startAnother()
      const answers = await Promise.all(
        Array.from({ length: 6 }, async (_, at) => {
          const server = at % 2 === 0 ? forum.server : other
          const response = await server.post(`/import/${name}`, { token }, forum.organiser)
          const { data, error } = (await response.json()) as { data: object; error?: object }
          return error ?? data
        }),
      )
      const [first] = answers
      expect(first).toMatchObject({ state: 'committed', counts: { rows: 2, created: 2, bad: 0 } })
      expect(answers).toEqual(answers.map(() => first))
      expect((await forum.send(name, { token })).data).toEqual(first)
      expect(Object.keys(await forum.rows(name === stalls.name ? stalls : tags)).toSorted()).toEqual([
        'a',
        'b',
      ])
      expect(await forum.count('row_revisions', { module: name })).toBe(2)
      expect(await forum.count('outgoing_messages')).toBe(name === stalls.name ? 2 : 0)
      expect(await forum.count('audit_log', { module: name, row_id: token })).toBe(1)
    },
  )

  it('is unknown alike to others, for other modules, after its time, and when it was never given [S13]', async () => {
    const other = await forum.signUp(`other-${randomUUID()}`, 'organiser')
    const { token } = await forum.check('test_tags', twoRows)
    const unknown = await forum.send('test_tags', { token: randomUUID() })
    expect(unknown).toMatchObject({ status: 404, error: { key: 'import.unknown_token', fields: [] } })
    const ask = async (module: string, by?: string) => {
      for (const answer of [
        await forum.send(module, { token }, by),
        await forum.undo(module, token, by),
        await forum.cancel(module, token, by),
      ]) {
        expect(answer).toEqual(unknown)
      }
    }
    await ask('test_tags', other)
    await ask('test_stalls')
    const others = await forum.server.get('/import/test_tags', other)
    expect(await others.json()).toMatchObject({ data: { items: [] } })
    const expire = (at: Date) =>
      forum.db.kysely
        .updateTable('imports')
        .set({ expires_at: toInstant(at) })
        .where('id', '=', token)
        .execute()
    await expire(now)
    await ask('test_tags')
    await expire(new Date(now.getTime() + 1000))
    expect((await forum.send('test_tags', { token })).data.state).toBe('committed')
  })

  it('holds for the file and the settings that were checked [S13]', async () => {
    const other = await forum.upload('test_tags', 'other.csv', table('c'))
    const mapping = { A: 'code', B: 'name.zh-CN', C: 'name.en' }
    const asked: ImportCheckBody = {
      mode: 'upsert',
      match: ['code'],
      mapping,
      separator: ',',
      empty: 'clear',
    }
    const { token, file } = await checkFile(asked)
    const changes: ImportCheckBody[] = [
      { file: other },
      { mode: 'create' },
      { match: [] },
      { match: ['name.en'] },
      { mapping: { ...mapping, C: null } },
      { mapping: {} },
      { separator: ';' },
      { sheet: 'Tags' },
      { encoding: 'gb18030' },
      { empty: 'keep' },
      { rows: twoRows },
    ]
    for (const change of changes) {
      const { error } = await forum.send('test_tags', { ...change, token })
      expect({ ...change, key: error?.key }).toEqual({ ...change, key: 'import.other' })
    }
    expect(await forum.rows(tags)).toEqual({})
    const same = await forum.send('test_tags', { ...asked, file, token })
    expect(same.data).toMatchObject({ state: 'committed', counts: { created: 2 } })
  })

  it('is used up together with what it writes: one is not there without the other [S13]', async () => {
    const { kysely } = forum.db
    await forum.write('test_tags', [stall('first')])
    const { token } = await forum.check('test_stalls', twoRows)
    // No second import can be noted as carried out.
    await sql`create unique index one_committed on imports (state) where state = 'committed'`.execute(kysely)
    const failed = await forum.send('test_stalls', { token })
    await sql`drop index one_committed`.execute(kysely)
    expect([failed.status, await forum.rows(stalls)]).toEqual([500, {}])
    expect(await forum.count('row_revisions', { module: 'test_stalls' })).toBe(0)
    expect(await forum.count('outgoing_messages')).toBe(0)
    expect((await forum.send('test_stalls', { token })).data.counts.created).toBe(2)
  })

  it('holds for the rows that were sent', async () => {
    const { token } = await forum.check('test_tags', twoRows)
    expect((await forum.send('test_tags', { token, rows: [stall('c')] })).error?.key).toBe('import.other')
    expect((await forum.send('test_tags', { token, rows: twoRows })).data.counts.created).toBe(2)
  })

  it('is refused when the file is another one or is gone', async () => {
    const { token, file } = await checkFile()
    await forum.db.kysely.updateTable('files').set({ sha256: 'other' }).where('no', '=', file).execute()
    expect((await forum.send('test_tags', { token })).error?.key).toBe('import.other')
    await forum.db.kysely.deleteFrom('files').where('no', '=', file).execute()
    expect((await forum.send('test_tags', { token })).error?.key).toBe('import.other')
    expect(await forum.rows(tags)).toEqual({})
  })

  it('is refused when the person may do something else by now [S13]', async () => {
    const id = `staff-${randomUUID()}`
    const staff = await forum.signUp(id, 'staff')
    const { token } = await forum.check('test_tags', [stall('a')], {}, staff)
    await forum.db.kysely.updateTable('users').set({ role: 'organiser' }).where('id', '=', id).execute()
    expect((await forum.send('test_tags', { token }, staff)).error?.key).toBe('import.other')
    await forum.db.kysely.updateTable('users').set({ role: 'participant' }).where('id', '=', id).execute()
    expect((await forum.send('test_tags', { token }, staff)).error?.key).toBe('not_found')
    await forum.db.kysely.updateTable('users').set({ role: 'staff' }).where('id', '=', id).execute()
    expect((await forum.send('test_tags', { token }, staff)).data.counts.created).toBe(1)
  })

  const longer = {
    ...tags,
    fields: { ...tags.fields, group: { ...tags.fields.group, max: 19 } },
  }
  const changed = [
    ['the definition', { ...tagsServer, definition: longer }],
    [
      'what may be written',
      {
        ...tagsServer,
        permissions: staffMay(allow('list read create update import').writes(['code', 'name'])),
      },
    ],
    ['which rows exist', { ...tagsServer, permissions: staffMay(allow('list read create update import')) }],
    ['that rows may be changed', { ...tagsServer, permissions: staffMay(allow('list read create import')) }],
  ] as const

  it.each(changed)('is refused by a server that knows another %s [S13]', async (_, module) => {
    const staff = await forum.signUp(`staff-${randomUUID()}`, 'staff')
    const { token } = await forum.check('test_tags', [stall('a')], {}, staff)
    const modules = stallModules.map((one) => (one === tagsServer ? module : one))
    const other = await startServer({
      db: forum.db,
      dataDir: place.place.dataDir,
      modules,
      now: () => now,
    })
    try {
      const response = await other.post('/import/test_tags', { token }, staff)
      expect(await response.json()).toMatchObject({ error: { key: 'import.other' } })
    } finally {
      await other.close()
    }
    expect(await forum.rows(tags)).toEqual({})
    expect((await forum.send('test_tags', { token }, staff)).data.counts.created).toBe(1)
  })
})
