import type { Database } from '../../server/db/client.ts'
import { migrate } from '../../server/db/migrate.ts'
import { createModuleTable } from '../../server/engine/tables.ts'
import { writeRows } from '../../server/engine/write-rows.ts'
import { startEngineApp, type ApiAnswer, type EngineApp } from './engine-app.ts'
import { benches, benchesServer, workshops, workshopsServer } from './workshops.ts'

/** The least that a workshop needs. */
export const leastWorkshop = { title: { 'zh-CN': '焊接', en: 'Soldering' }, email: 'Anna@Example.ORG' }

/** When bench 1 and 2 begin. */
export const nine = '2023-09-06T01:00:00Z'
const noon = '2023-09-06T04:00:00Z'
const three = '2023-09-06T07:00:00Z'

const bench = (position: number, size: string, more: object = {}) => ({
  id: `b${position}`,
  position,
  name: `Bench ${position}`,
  size,
  ...more,
})

/** The real server over four benches, of which the first two overlap and the last is not open. */
export async function startWorkshops(db: Database): Promise<EngineApp> {
  await migrate(db)
  for (const definition of [benches, workshops]) await createModuleTable(db.kysely, definition)
  const rows = [
    bench(3, 'small', { starts_at: noon, ends_at: three }),
    bench(1, 'small', { starts_at: nine, ends_at: noon, places: 1 }),
    bench(2, 'large', { starts_at: nine, ends_at: noon, places: 2 }),
    bench(4, 'small', { is_open: false }),
  ]
  await db.transaction((trx) => writeRows(trx, benches, rows, { now: nine }))
  return startEngineApp(db, [benchesServer, workshopsServer])
}

/** The refused fields with their keys. */
export const problemsOf = ({ body }: ApiAnswer) =>
  Object.fromEntries((body.error?.fields ?? []).map(({ path, key }) => [path, key]))
