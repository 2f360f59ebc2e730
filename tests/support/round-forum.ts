import { join } from 'node:path'
import { migrate } from '#server/db/migrate.ts'
import type { Database } from '#server/db/client.ts'
import { createRegistry } from '#server/engine/registry.ts'
import type { ServerModule } from '#server/engine/server-module.ts'
import { createModuleTable } from '#server/engine/tables.ts'
import { writeRows, type RowToWrite } from '#server/engine/write-rows.ts'
import { folderStorage } from '#server/files/storage.ts'
import { serverModules } from '#server/modules/index.ts'
import { fillSampleForum } from '#server/sample/fill-sample.ts'
import { openSecrets } from '#server/secrets/secrets-file.ts'
import { startImportForum, type ImportForum } from './import-forum.ts'
import { putFile } from './planted-forum.ts'
import { benches, benchesServer, workshops, workshopsServer } from './workshops.ts'

/** The forum's modules, and those of tests that have every type of field. */
export const roundModules: readonly ServerModule[] = [...serverModules, benchesServer, workshopsServer]

const now = new Date('2023-09-01T00:00:00Z')

const bench = (position: number, more: object = {}): RowToWrite => ({
  id: `b${position}`,
  position,
  name: `Bench ${position}`,
  size: 'small',
  ...more,
})

const nine = '2023-09-06T01:00:00Z'
const noon = '2023-09-06T04:00:00Z'

/** The first two overlap, the third is a draft with a name like a formula, the last is called as another's id is. */
const benchRows = [
  bench(1, { places: 4000, starts_at: nine, ends_at: noon }),
  bench(2, { places: 4000, starts_at: nine, ends_at: noon, size: 'large' }),
  bench(3, { name: '=1+1; "x"', is_open: false }),
  bench(4, { places: 4000, name: 'b1' }),
]

/** A value for every field. */
const wholeWorkshop: RowToWrite = {
  id: 'w-whole',
  owner_id: 'anna',
  title: { 'zh-CN': '焊接𠮷', en: '=Soldering' },
  about: "'=cmd|' /C calc'!A0\nline two",
  body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: '+1' }] }] },
  people: 12,
  ratio: 0.1,
  is_hands_on: true,
  tools: '007',
  on_day: '2023-09-05',
  from_at: '09:30',
  to_at: '11:00',
  announced_at: '2023-09-05T01:30:07Z',
  ends_on: '2023-09-06',
  email: 'Anna@forum.example',
  phone: '+8613800138000',
  site: 'https://forum.example/?a=1,2;3',
  passport: 'E12345678',
  size: 'small',
  diets: ['halal', 'vegetarian'],
  helpers: ['Anna; B', '=Chen', '"', '***'],
  extra: { a: [1, '2', null], 'b"': '=x' },
  paper: 'round-paper',
  picture: 'round-picture',
  bench: 'b1',
  choices: ['b1', 'b2'],
  favourite_choice: 'b2',
  tours: ['b4', 'b2'],
  may_shine: true,
  shines: true,
  state: 'placed',
  placed_on: '2023-09-07',
  placed_from: '10:00',
  placed_to: '12:00',
  placed_bench: 'b1',
  reason: { 'zh-CN': '', en: '-1' },
  secret_note: '＠note\t=1',
}

const workshopRows = [
  wholeWorkshop,
  { id: 'w-least', title: { 'zh-CN': '一', en: '1.10' }, email: 'least@forum.example', state: 'asked' },
  { id: 'w-twin', title: { 'zh-CN': '一', en: '1.10' }, email: 'least@forum.example', state: 'refused' },
]

/** The server over the sample forum, with benches and workshops of which one has a value for every field. */
export async function startRoundForum(db: Database, dataDir: string): Promise<ImportForum> {
  await migrate(db)
  for (const definition of [benches, workshops]) await createModuleTable(db.kysely, definition)
  const storage = folderStorage(join(dataDir, 'files'))
  const secrets = await openSecrets(join(dataDir, 'secrets.json'))
  const registry = createRegistry(roundModules)
  await fillSampleForum({ db, registry, storage, secrets, clock: { now: () => now } })
  await db.transaction(async (trx) => {
    for (const field of ['paper', 'picture'])
      await putFile(trx, `round-${field}`, { module: 'workshops', field })
    await writeRows(trx, benches, benchRows, { now })
    await writeRows(trx, workshops, workshopRows, { now, secrets })
  })
  return startImportForum(db, dataDir, { modules: roundModules })
}
