import { setTimeout as wait } from 'node:timers/promises'
import { paths } from '#contract/calls.ts'
import type { RefusalEnvelope } from '#contract/envelope.ts'
import type { ImportCheckBody } from '#contract/transfer.ts'
import type { Database } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { moduleTables } from '#server/engine/module-tables.ts'
import { createModuleTable } from '#server/engine/tables.ts'
import { readRows, writeRows } from '#server/engine/write-rows.ts'
import { serverModules } from '#server/modules/index.ts'
import { startImportForum, type ImportAnswer, type ImportForum } from './import-forum.ts'
import type { TestServerOptions } from './server.ts'
import { bench, stalls, stallsServer, tags, tagsServer, type StallDefinition } from './stalls.ts'
import { benches, benchesServer } from './workshops.ts'

/** What one call answered. */
export interface StallAnswer {
  status: number
  data: Record<string, unknown>
  /** `path:key` of what is wrong, or the key of the refusal; empty when there is none. */
  why: string
}

/** An import forum with stalls, tags and benches: four seats at `b1`, one at `b2`, nine at `b9`. */
export interface StallForum extends ImportForum {
  db: Database
  /** Posts to the API as the organiser, again while the server has no time for it. */
  post(path: string, body: object, token?: string): Promise<StallAnswer>
  /** A dry run of rows. @throws Error when it was refused */
  check(
    module: string,
    rows: readonly object[],
    more?: ImportCheckBody,
    token?: string,
  ): Promise<ImportAnswer['data']>
  /** A dry run of rows and its commit. */
  write(module: string, rows: readonly object[], more?: ImportCheckBody): Promise<ImportAnswer>
  /** The rows that are there, by their codes. */
  rows(module: StallDefinition): Promise<Record<string, Record<string, unknown>>>
  /** How many rows a table has. */
  count(table: string, where?: Readonly<Record<string, string>>): Promise<number>
  /** Takes all rows away, with what is known of them; the benches are there again. */
  clear(): Promise<void>
}

/** Modules of a forum with stalls. */
export const stallModules = [...serverModules, benchesServer, stallsServer, tagsServer]

/** Makes the tables and benches of stalls. */
export async function makeStallTables(db: Database): Promise<void> {
  await migrate(db)
  for (const definition of [benches, stalls, tags]) await createModuleTable(db.kysely, definition)
  await makeBenches(db)
}

async function makeBenches(db: Database): Promise<void> {
  const rows = [bench(1, 4), bench(2, 1), bench(9, 9)]
  await db.transaction((trx) => writeRows(trx, benches, rows, { now: '2023-09-01T00:00:00Z' }))
}

/** Starts the server over an empty database. */
export async function startStallForum(
  db: Database,
  dataDir: string,
  options: Partial<TestServerOptions> = {},
): Promise<StallForum> {
  await makeStallTables(db)
  const forum = await startImportForum(db, dataDir, { modules: stallModules, ...options })
  return { ...forum, db, ...stallCalls(db, forum) }
}

/** What tests ask of a forum with stalls. */
export function stallCalls(db: Database, forum: ImportForum): Omit<StallForum, keyof ImportForum | 'db'> {
  const { server, organiser } = forum
  const check: StallForum['check'] = async (module, rows, more = {}, by = organiser) => {
    const body = { rows: rows as NonNullable<ImportCheckBody['rows']>, ...more }
    let checked = await forum.send(module, body, by)
    for (; checked.error?.key === 'server.busy'; checked = await forum.send(module, body, by)) await wait(100)
    if (checked.error) throw new Error(JSON.stringify(checked.error))
    return checked.data
  }
  return {
    post: async (path, body, token = organiser) => {
      let answer = await server.post(path, body, token)
      // A database that is busy with others says so; clients call again.
      for (; answer.status === 503; answer = await server.post(path, body, token)) await wait(100)
      return toAnswer(answer)
    },
    check,
    write: async (module, rows, more) => {
      const { token } = await check(module, rows, more)
      return forum.send(module, { token })
    },
    rows: async (definition) => {
      const rows = await readRows(db.kysely, definition)
      return Object.fromEntries(rows.map((row) => [String(row['code']), row]))
    },
    count: async (table, where = {}) => {
      let query = moduleTables(db.kysely).selectFrom(table).select('id')
      if (['row_revisions', 'import_rows', 'audit_log'].includes(table))
        query = moduleTables(db.kysely)
          .selectFrom(table)
          .select((eb) => eb.lit(1).as('id'))
      for (const [column, value] of Object.entries(where)) query = query.where(column, '=', value)
      return (await query.execute()).length
    },
    clear: async () => {
      const tables = moduleTables(db.kysely)
      for (const { name } of [stalls, tags, benches]) {
        await tables.deleteFrom(name).execute()
        await tables.deleteFrom('row_revisions').where('module', '=', name).execute()
      }
      for (const table of ['outgoing_messages', 'imports']) await tables.deleteFrom(table).execute()
      await makeBenches(db)
    },
  }
}

async function toAnswer(response: Response): Promise<StallAnswer> {
  const { data, error } = (await response.json()) as RefusalEnvelope & { data: Record<string, unknown> }
  const told = error?.fields.map((problem) => `${problem.path}:${problem.key}`).join(' ')
  const why = error?.key === 'validation.failed' ? told : error?.key
  return { status: response.status, data, why: why ?? '' }
}

/** A row of stalls or tags. */
export const stall = (code: string, more: object = {}) => ({
  code,
  name: { 'zh-CN': `摊位${code}`, en: `Stall ${code}` },
  ...more,
})

/** Edits a row as the organiser does. */
export const edit = (
  forum: StallForum,
  module: string,
  row: { id: unknown; version: unknown },
  more: object,
) => forum.post(paths.edit(module), { id: row.id, version: row.version, ...more })
