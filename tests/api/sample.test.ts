import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { FileValue } from '#contract/row.ts'
import { createRegistry } from '#server/engine/schema/registry.ts'
import { readRows } from '#server/engine/write/write-rows.ts'
import { type FileStorage } from '#server/files/storage.ts'
import { serverModules } from '#server/modules/index.ts'
import { documents } from '#server/sample/rows.ts'
import { fillSampleForum } from '#server/sample/fill-sample.ts'
import { loadSample } from '#server/sample/load-sample.ts'
import { sampleRows } from '#server/sample/rows.ts'
import { eachDatabase } from '../support/databases.ts'
import { useEngineApp } from '../support/engine-app.ts'
import { testSecrets } from '../support/keys.ts'

/** After the forum: every article of the sample is public. */
const clock = { now: () => new Date('2023-10-01T00:00:00Z') }
const registry = createRegistry(serverModules)

/** Tests run in their order: an empty database, the sample in it, then more. */
eachDatabase('the sample forum', (suite) => {
  const app = useEngineApp(suite, serverModules, { hasFiles: true })

  const parts = () => ({ db: app.db, registry, storage: app.storage, secrets: testSecrets, clock })

  async function totalOf(module: string, query: Record<string, string> = {}): Promise<number> {
    const path = `/front/query/${module}/all`
    return (await app.get<{ total: number }>(path, { size: '1', ...query })).body.data.total
  }

  it('leaves nothing behind when a file cannot be stored', async () => {
    let writes = 0
    const full: FileStorage = {
      ...app.storage,
      write: async (key, bytes) => {
        writes += 1
        if (writes === documents.length) throw new Error('disk full')
        await app.storage.write(key, bytes)
      },
    }
    await expect(fillSampleForum({ ...parts(), storage: full })).rejects.toThrow('disk full')
    expect(await app.db.kysely.selectFrom('files').select('no').execute()).toEqual([])
    expect(await totalOf('rooms')).toBe(0)
  })

  it('fills an empty database, and the API shows what is published [201]', async () => {
    const counts = await fillSampleForum(parts())
    const expected = Object.entries(sampleRows).map(([module, rows]) => [module, rows.length])
    expect(counts).toEqual({ ...Object.fromEntries(expected), documents: documents.length })
    app.expire()
    expect(await totalOf('sessions')).toBe(84)
    // Three of the articles are not published.
    expect(await totalOf('informations')).toBe(20)
    expect(await totalOf('documents', { filters: 'is_hot:eq:1' })).toBe(5)
  })

  it('marks every row as the sample’s', async () => {
    const rows = await Promise.all(
      serverModules.map(({ definition }) => readRows(app.db.kysely, definition, { source: 'sample' })),
    )
    const all = await Promise.all(serverModules.map(({ definition }) => readRows(app.db.kysely, definition)))
    expect(rows.flat().length).toBeGreaterThan(200)
    expect(rows.flat().length).toBe(all.flat().length)
  })

  it('answers the forum’s setting and a session in both languages [217, T50]', async () => {
    const setting = await app.get('/front/settings/forum')
    expect(setting.body).toMatchObject({ data: { city: { 'zh-CN': '苏州', en: 'Suzhou' } } })
    const session = await app.get('/front/query/sessions/opening-ceremony')
    expect(session.body).toMatchObject({
      data: {
        title: { 'zh-CN': '开幕式', en: 'Opening ceremony' },
        title_initials: 'kms',
        starts_at: '2023-09-05T01:30:00Z',
        room: 'r-main',
      },
    })
  })

  it('hands out the file of a document as it was made, under its Chinese name', async () => {
    const [handbook] = await readRows(app.db.kysely, registry.get('documents').definition, { no: 'D001' })
    const { no, name, sha256 } = { ...(handbook?.['file'] as FileValue | undefined) }
    expect(name).toBe('参会手册.pdf')
    const answer = await app.get(`/front/download/file/${no}`)
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe('application/pdf')
    expect(answer.headers['content-disposition']).toContain(encodeURIComponent('参会手册.pdf'))
    expect(createHash('sha256').update(answer.bytes).digest('hex')).toBe(sha256)
  })

  it('loads as many articles as wanted, and only what is missing', async () => {
    const options = { ...parts(), registrations: 0 }
    expect(await loadSample({ ...options, articles: 1200 })).toEqual({ informations: 1200 })
    expect(await loadSample({ ...options, articles: 1250 })).toEqual({ informations: 50 })
    const rows = await readRows(app.db.kysely, registry.get('informations').definition)
    expect(rows).toHaveLength(23 + 1250)
    expect(new Set(rows.map((row) => row['no'])).size).toBe(rows.length)
  })

  it('leaves tables that PostgreSQL counts without reading their rows', async () => {
    if (app.db.dialect === 'sqlite') return
    const { rows } = await sql`select relallvisible > 0 and relallvisible = relpages as "isTidy" from pg_class
      where relname = 'informations'`.execute(app.db.kysely)
    expect(rows).toEqual([{ isTidy: true }])
  })

  it('loads as many registrations as wanted with all that follows, and only what is missing', async () => {
    const options = { ...parts(), articles: 0 }
    expect(await loadSample({ ...options, registrations: 1100 })).toEqual({
      users: 1100,
      registrations: 1100,
      travel_infos: 330,
      side_meetings: 11,
    })
    const more = { users: 50, registrations: 50, travel_infos: 15, side_meetings: 1 }
    expect(await loadSample({ ...options, registrations: 1150 })).toEqual(more)
    const { rows } = await sql<{ seats: number; taken: number | string }>`select t.seats, (
      select count(*) from registrations r where r.activities like '%"' || t.id || '"%'
        and r.status not in ('declined', 'withdrawn')) as taken from tour_routes t`.execute(app.db.kysely)
    expect(rows.filter(({ seats, taken }) => Number(taken) > seats)).toEqual([])
  })
})
