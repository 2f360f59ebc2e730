import { paths } from '#contract/api.ts'
import type { ImportCheckBody } from '#contract/transfer.ts'
import { moduleTables } from '#server/db/module-tables.ts'
import { readRows } from '#server/engine/write/write-rows.ts'
import { call, whyOf } from './accounts.ts'
import type { TestPlace } from './databases.ts'
import { ImportForum, type ImportAnswer } from './import-forum.ts'
import { makeBenches, stallModules, stalls, tags, type StallDefinition } from './stalls.ts'
import type { SuiteServerOptions } from './use-server.ts'
import { benches } from './workshops.ts'

/** Response of one call. */
export interface StallAnswer {
  status: number
  data: Record<string, unknown>
  /** `path:key` of the issues, or the error key; empty for a success. */
  why: string
}

/** An import forum with stalls, tags and benches. */
export class StallForum extends ImportForum {
  constructor(place: TestPlace, options: SuiteServerOptions = {}) {
    super(place, { modules: stallModules, fill: ({ db }) => makeBenches(db), ...options })
  }

  get db() {
    return this.server.db
  }

  /** Posts to the API as the organiser, and retries while the server or its database is busy. */
  async post(path: string, body: object, token = this.organiser): Promise<StallAnswer> {
    const answer = await call(this.server, path, body, { token, isPatient: true })
    return {
      status: answer.status,
      data: answer.body.data as Record<string, unknown>,
      why: whyOf(answer),
    }
  }

  edit(
    module: string,
    { id, version }: { id: unknown; version: unknown },
    more: object,
  ): Promise<StallAnswer> {
    return this.post(paths.edit(module), { id, version, ...more })
  }

  /** Checks rows. @throws Error when the server rejects them */
  async check(
    module: string,
    rows: readonly object[],
    more: ImportCheckBody = {},
    token?: string,
  ): Promise<ImportAnswer['data']> {
    const body = { rows: rows as NonNullable<ImportCheckBody['rows']>, ...more }
    const { data, error } = await this.send(module, body, token)
    if (error) throw new Error(JSON.stringify(error))
    return data
  }

  async write(module: string, rows: readonly object[], more?: ImportCheckBody): Promise<ImportAnswer> {
    return this.send(module, { token: (await this.check(module, rows, more)).token })
  }

  /** Reads the rows by their codes. */
  async rows(definition: StallDefinition): Promise<Record<string, Record<string, unknown>>> {
    const rows = await readRows(this.db.kysely, definition)
    return Object.fromEntries(rows.map((row) => [String(row['code']), row]))
  }

  async count(table: string, where: Readonly<Record<string, string>> = {}): Promise<number> {
    const all = moduleTables(this.db.kysely)
      .selectFrom(table)
      .select((eb) => eb.fn.countAll().as('found'))
    const query = Object.entries(where).reduce((some, [column, value]) => some.where(column, '=', value), all)
    return Number((await query.executeTakeFirstOrThrow()).found)
  }

  /** Deletes all rows with their history, and restores the benches. */
  async clear(): Promise<void> {
    const tables = moduleTables(this.db.kysely)
    for (const { name } of [stalls, tags, benches]) {
      await tables.deleteFrom(name).execute()
      await tables.deleteFrom('row_revisions').where('module', '=', name).execute()
    }
    for (const table of ['outgoing_messages', 'imports']) await tables.deleteFrom(table).execute()
    await makeBenches(this.db)
  }
}
