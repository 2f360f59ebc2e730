import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FileValue } from '#contract/row.ts'
import type { Database } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { createRegistry } from '#server/engine/registry.ts'
import { engineRoutes } from '#server/engine/routes/index.ts'
import { readRows } from '#server/engine/write-rows.ts'
import { fileRoutes } from '#server/files/routes.ts'
import { type FileStorage, folderStorage } from '#server/files/storage.ts'
import { createHttpApp } from '#server/http/http-app.ts'
import { serverModules } from '#server/modules/index.ts'
import { documents } from '#server/sample/documents.ts'
import { fillSampleForum } from '#server/sample/fill-sample.ts'
import { loadSample } from '#server/sample/load-sample.ts'
import { sampleRows } from '#server/sample/rows.ts'
import { eachDatabase } from '../support/databases.ts'
import { engineContext } from '../support/engine-app.ts'
import { testSecrets } from '../support/keys.ts'

const clock = { now: () => new Date('2023-09-01T00:00:00Z') }
const registry = createRegistry(serverModules)

/** Tests run in their order: an empty database, the sample in it, then more. */
eachDatabase('the sample forum', (suite) => {
  let db: Database
  let folder: string
  let storage: FileStorage
  let app: FastifyInstance

  beforeAll(async () => {
    db = await suite.open()
    await migrate(db)
    folder = await mkdtemp(join(tmpdir(), 'forum-sample-'))
    storage = folderStorage(folder)
    app = await startApp(db, storage)
  })
  afterAll(async () => {
    await app.close()
    await rm(folder, { recursive: true, force: true })
  })

  async function totalOf(module: string, query = ''): Promise<number> {
    const answer = await app.inject(`/api/front/query/${module}/all?size=1${query}`)
    return answer.json<{ data: { total: number } }>().data.total
  }

  async function revisions() {
    return await db.kysely.selectFrom('module_revisions').selectAll().orderBy('module').execute()
  }

  it('leaves nothing behind when a file cannot be stored', async () => {
    let writes = 0
    const full: FileStorage = {
      ...storage,
      write: async (key, bytes) => {
        writes += 1
        if (writes === documents.length) throw new Error('disk full')
        await storage.write(key, bytes)
      },
    }
    await expect(
      fillSampleForum({ db, registry, storage: full, secrets: testSecrets, clock }),
    ).rejects.toThrow('disk full')
    expect(await db.kysely.selectFrom('files').select('no').execute()).toEqual([])
    expect(await totalOf('rooms')).toBe(0)
  })

  it('fills an empty database, and the API shows what is published [201]', async () => {
    const counts = await fillSampleForum({ db, registry, storage, secrets: testSecrets, clock })
    const expected = Object.entries(sampleRows).map(([module, rows]) => [module, rows.length])
    expect(counts).toEqual({ ...Object.fromEntries(expected), documents: documents.length })
    // Another app has no memory of the lists that were empty.
    await app.close()
    app = await startApp(db, storage)
    expect(await totalOf('sessions')).toBe(84)
    expect(await totalOf('tracks')).toBe(11)
    expect(await totalOf('speakers')).toBe(65)
    expect(await totalOf('informations')).toBe(20)
    expect(await totalOf('documents')).toBe(12)
    expect(await totalOf('documents', '&filters=is_hot:eq:1')).toBe(5)
    expect(await totalOf('pages')).toBe(9)
    expect(await totalOf('places')).toBe(16)
    expect(await totalOf('partners')).toBe(14)
    expect(await totalOf('qa')).toBe(32)
    expect(await totalOf('live_streams')).toBe(7)
    expect(await totalOf('hall_plans')).toBe(2)
    expect(await totalOf('exhibitors')).toBe(12)
    expect(await totalOf('tour_routes')).toBe(4)
    expect(await totalOf('meeting_rooms', '&filters=size:eq:250')).toBe(1)
  })

  it('marks every row as the sample’s', async () => {
    const rows = await Promise.all(
      serverModules.map(({ definition }) => readRows(db.kysely, definition, { source: 'sample' })),
    )
    const all = await Promise.all(serverModules.map(({ definition }) => readRows(db.kysely, definition)))
    expect(rows.flat().length).toBeGreaterThan(200)
    expect(rows.flat().length).toBe(all.flat().length)
  })

  it('answers the forum’s setting and a session in both languages [217, T50]', async () => {
    const setting = await app.inject('/api/front/settings/forum')
    expect(setting.json()).toMatchObject({ data: { city: { 'zh-CN': '苏州', en: 'Suzhou' } } })
    const session = await app.inject('/api/front/query/sessions/opening-ceremony')
    expect(session.json()).toMatchObject({
      data: {
        title: { 'zh-CN': '开幕式', en: 'Opening ceremony' },
        title_initials: 'kms',
        starts_at: '2023-09-05T01:30:00Z',
        room: 'r-main',
      },
    })
  })

  it('hands out the file of a document as it was made, under its Chinese name', async () => {
    const [handbook] = await readRows(db.kysely, registry.get('documents').definition, { no: 'D001' })
    const { no, name, sha256 } = { ...(handbook?.['file'] as FileValue | undefined) }
    expect(name).toBe('参会手册.pdf')
    const answer = await app.inject(`/api/front/download/file/${no}`)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('application/pdf')
    expect(answer.headers['content-disposition']).toContain(encodeURIComponent('参会手册.pdf'))
    expect(createHash('sha256').update(answer.rawPayload).digest('hex')).toBe(sha256)
  })

  it('never touches a database that has something', async () => {
    const before = await revisions()
    expect(await fillSampleForum({ db, registry, storage, secrets: testSecrets, clock })).toBeUndefined()
    expect(await revisions()).toEqual(before)
  })

  it('loads as many articles as wanted, and only what is missing', async () => {
    const options = { db, registry, storage, secrets: testSecrets, clock, registrations: 0 }
    expect(await loadSample({ ...options, articles: 1200 })).toEqual({ informations: 1200 })
    expect(await loadSample({ ...options, articles: 1250 })).toEqual({ informations: 50 })
    const rows = await readRows(db.kysely, registry.get('informations').definition)
    expect(rows).toHaveLength(23 + 1250)
    expect(new Set(rows.map((row) => row['no'])).size).toBe(rows.length)
  })

  it('leaves tables that PostgreSQL counts without reading their rows', async () => {
    if (db.dialect === 'sqlite') return
    const { rows } = await sql`select relallvisible > 0 and relallvisible = relpages as "isTidy" from pg_class
      where relname = 'informations'`.execute(db.kysely)
    expect(rows).toEqual([{ isTidy: true }])
  })

  it('loads as many registrations as wanted with all that follows, and only what is missing', async () => {
    const options = { db, registry, storage, secrets: testSecrets, clock, articles: 0 }
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
        and r.status not in ('declined', 'withdrawn')) as taken from tour_routes t`.execute(db.kysely)
    expect(rows.filter(({ seats, taken }) => Number(taken) > seats)).toEqual([])
  })
})

async function startApp(db: Database, storage: FileStorage): Promise<FastifyInstance> {
  const context = engineContext(db, registry)
  return await createHttpApp({
    apiPrefix: '/api',
    logLevel: 'silent',
    hasRateLimits: false,
    newId: () => 'r',
    nowMs: () => performance.now(),
    findCaller: async () => undefined,
    mayUseModule: () => true,
    checks: {},
    isDraining: () => false,
    pages: [],
    routes: [
      (api) => engineRoutes(api, context),
      (api) => fileRoutes(api, { db, registry, storage, redeemToken: async () => undefined }),
    ],
  })
}
