import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { articleCategory } from '../../contract/modules/article-category.ts'
import { exhibitors } from '../../contract/modules/exhibitors.ts'
import { informations } from '../../contract/modules/informations.ts'
import { partners } from '../../contract/modules/partners.ts'
import { qa } from '../../contract/modules/qa.ts'
import { rooms } from '../../contract/modules/rooms.ts'
import { sessions } from '../../contract/modules/sessions.ts'
import { speakers } from '../../contract/modules/speakers.ts'
import { tracks } from '../../contract/modules/tracks.ts'
import type { ModuleDefinition } from '../../contract/module-definition.ts'
import type { Database } from '../../server/db/client.ts'
import { migrate } from '../../server/db/migrate.ts'
import { writeRows, type RowToWrite } from '../../server/engine/write-rows.ts'
import { folderStorage } from '../../server/files/storage.ts'
import { storeFile } from '../../server/files/store.ts'
import type { TestPlace } from './databases.ts'
import { startServer, type TestServer } from './server.ts'

/** Where people find the forum. */
export const publicUrl = 'https://forum.example'
/** When its rows were written. */
export const now = new Date('2023-09-05T20:00:00Z')
export const both = (text: string) => ({ 'zh-CN': `${text}（中）`, en: text })

const shell =
  '<!doctype html><html lang="zh-CN" dir="ltr"><head><meta name="description" content="of the shell" /><title>Shell</title></head><body><div id="root"></div></body></html>'

/** What would run, or end its place, if it were not taken for text. */
export const hostile = `</title></script><script>alert(1)</script>"'><img src=x onerror=alert(2)> $& $1 \u2028`

export const session = (id: string, more: object = {}): RowToWrite => ({
  id,
  type: 'talk',
  state: 'confirmed',
  title: both(id),
  starts_at: '2023-09-06T02:00:00Z',
  ends_at: '2023-09-06T02:30:00Z',
  ...more,
})

export const article = (id: string, no: string, more: object = {}): RowToWrite => ({
  id,
  no,
  title: both(id),
  summary: both(`About ${id}`),
  published_at: '2023-09-05T01:00:00Z',
  status: 'published',
  ...more,
})

/** A small forum with published and hidden rows, and its server. */
export interface PageHeadsForum {
  db: Database
  server: TestServer
  write: (definition: ModuleDefinition, rows: RowToWrite[]) => Promise<unknown>
}

/** Starts it in an empty database. */
export async function startPageHeadsForum(suite: TestPlace): Promise<PageHeadsForum> {
  const db = await suite.open()
  await migrate(db)
  const { dataDir } = suite.place
  const distDir = join(dataDir, 'dist')
  await mkdir(distDir)
  await writeFile(join(distDir, 'index.html'), shell)
  const write: PageHeadsForum['write'] = (definition, rows) =>
    db.transaction((trx) => writeRows(trx, definition, rows, { now }))
  await write(rooms, [{ id: 'r1', position: 1, name: both('Taihu Hall') }])
  await write(speakers, [{ id: 's1', name: both('Ada'), organisation: both('Grid Lab') }])
  await write(tracks, [
    {
      id: 't1',
      position: 1,
      code: 'I',
      name: both('Storage'),
      starts_at: '2023-09-06T01:00:00Z',
      ends_at: '2023-09-06T04:00:00Z',
      room: 'r1',
    },
    { id: 't2', position: 2, code: 'II', name: both('Wind') },
  ])
  await write(partners, [{ id: 'p1', position: 1, kind: 'organiser', name: both('Committee') }])
  await write(sessions, [
    session('talk', {
      track: 't1',
      room: 'r1',
      speakers: ['s1'],
      language: 'en',
      abstract: both('An abstract.\n\nIt goes on.'),
    }),
    session('bare', { abstract: null }),
    session('off', { state: 'cancelled', track: 't1' }),
    session('secret-draft', { state: 'draft', track: 't1' }),
    session('hostile', {
      title: { 'zh-CN': hostile, en: hostile },
      abstract: { 'zh-CN': hostile, en: '' },
    }),
    session('english', { title: { 'zh-CN': '', en: 'Only English' } }),
  ])
  await write(exhibitors, [
    {
      id: 'e1',
      position: 1,
      kind: 'storage',
      booth: 'B02',
      name: both('Air'),
      description: both('Salt caverns.'),
    },
  ])
  await write(articleCategory, [{ id: 'c1', position: 1, name: both('Guides') }])
  const cover = await db.transaction((trx) =>
    storeFile(
      trx,
      folderStorage(join(dataDir, 'files')),
      { name: 'c.webp', mediaType: 'image/webp', bytes: new Uint8Array([1]) },
      now,
    ),
  )
  await write(informations, [
    article('news', '007', { category: 'c1', cover }),
    article('secret-news', '008', { status: 'draft' }),
  ])
  await write(qa, [
    article('question', 'Q1', { position: 1, summary: null }),
    article('secret-question', 'Q2', { position: 2, status: 'asked' }),
  ])
  const server = await startServer({ db, dataDir, distDir, env: { PUBLIC_URL: publicUrl } })
  return { db, server, write }
}
