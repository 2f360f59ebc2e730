import { isSealed } from '../field-types/index.ts'
import type { Kysely } from 'kysely'
import type { FieldIssue } from '#contract/envelope.ts'
import type { Values } from '#contract/form/form-shape.ts'
import type { ModuleDefinition } from '#contract/module-definition.ts'
import type { Tables } from '#server/db/client.ts'
import { insertMany } from '#server/db/prepared-query.ts'
import type { Secrets } from '#server/secrets/secrets.ts'
import type { RowWrite } from '../write/store-rows.ts'

/** What is wrong with a line, without any value of it. */
export type StagedIssue = Pick<FieldIssue, 'path' | 'key' | 'params'>

/** A line of an import between its check and its writing. */
export interface StagedLine {
  line: number
  operation: 'create' | 'update' | 'unchanged' | 'bad'
  id: string | undefined
  /** Version that its row has once the line is written; undefined for a bad one. */
  version?: number
  /** Values that the file gives, by field. */
  values: Values
  /** Absent when there is nothing to write. */
  write?: RowWrite
  faults: readonly StagedIssue[]
}

/** Above every line number: the maximum of PostgreSQL's integers. */
const beyondLines = 2_147_483_647
/** Lines of one query. */
const atOnce = 50

type Sealer = Pick<Secrets, 'seal' | 'unseal'>

/** The checked lines of one import. */
export interface Stage {
  secrets: Sealer
  /** The module that it imports into. */
  definition: ModuleDefinition
  importId: string
}

/** Inserts checked lines. ID numbers are sealed. */
export async function stageLines(
  kysely: Kysely<Tables>,
  { secrets, definition, importId }: Stage,
  lines: readonly StagedLine[],
): Promise<void> {
  const columns = ['import_id', 'line', 'deed', 'row_id', 'version', 'given', 'write', 'faults']
  const rows = lines.map(({ line, operation, id, version, values, write, faults }) => [
    importId,
    line,
    operation,
    id ?? null,
    version ?? null,
    operation === 'bad'
      ? null
      : JSON.stringify(withNumbers(definition, values, sealAt(secrets, importId, line))),
    write ? JSON.stringify(write) : null,
    faults.length > 0 ? JSON.stringify(faults) : null,
  ])
  await insertMany(kysely, { table: 'import_rows', columns }, rows)
}

/** Reads the lines of an import in the order of its file, some at a time. */
export async function* readStage(
  kysely: Kysely<Tables>,
  { secrets, definition, importId }: Stage,
): AsyncGenerator<StagedLine[]> {
  for (let after = 0; ;) {
    const rows = await kysely
      .selectFrom('import_rows')
      .selectAll()
      .where('import_id', '=', importId)
      .where('line', '>', after)
      .orderBy('line')
      .limit(atOnce)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    after = last.line
    yield rows.map((row): StagedLine => ({
      line: row.line,
      operation: row.deed,
      id: row.row_id ?? undefined,
      ...(row.version !== null && { version: row.version }),
      values: withNumbers(
        definition,
        JSON.parse(row.given ?? '{}') as Values,
        openAt(secrets, importId, row.line),
      ),
      ...(row.write !== null && { write: JSON.parse(row.write) as RowWrite }),
      faults: JSON.parse(row.faults ?? '[]') as StagedIssue[],
    }))
  }
}

/** Updates lines whose result differs from the dry run. */
export async function restage(
  trx: Kysely<Tables>,
  importId: string,
  before: readonly StagedLine[],
  after: readonly StagedLine[],
): Promise<void> {
  for (const [index, { line, operation, version, faults }] of after.entries()) {
    const old = before[index]
    if (old?.operation === operation && old.version === version) continue
    await trx
      .updateTable('import_rows')
      .set({
        deed: operation,
        version: version ?? null,
        faults: faults.length > 0 ? JSON.stringify(faults) : null,
      })
      .where('import_id', '=', importId)
      .where('line', '=', line)
      .execute()
  }
}

/** A line that was written, and the version that its row got by it. */
export interface WrittenLine {
  id: string
  version: number
}

/** Reads the rows that an import wrote, last line first, so that rows come before the rows they reference. */
export async function* readWritten(kysely: Kysely<Tables>, importId: string): AsyncGenerator<WrittenLine[]> {
  for (let before = beyondLines; ;) {
    const rows = await kysely
      .selectFrom('import_rows')
      .select(['line', 'row_id', 'version'])
      .where('import_id', '=', importId)
      .where('line', '<', before)
      .where('deed', 'in', ['create', 'update'])
      .orderBy('line', 'desc')
      .limit(atOnce)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    before = last.line
    yield rows.map(({ row_id, version }) => ({ id: row_id ?? '', version: Number(version) }))
  }
}

function withNumbers(
  { fields }: ModuleDefinition,
  values: Values,
  change: (text: string, key: string) => string,
): Values {
  const entries = Object.entries(values).map(([key, value]) => {
    const isNumber = isSealed(fields[key]) && typeof value === 'string'
    return [key, isNumber ? change(value, key) : value]
  })
  return Object.fromEntries(entries) as Values
}

function sealAt(secrets: Sealer, importId: string, line: number) {
  return (text: string, key: string) => secrets.seal(text, sealingContext(importId, line, key))
}

function openAt(secrets: Sealer, importId: string, line: number) {
  return (text: string, key: string) => secrets.unseal(text, sealingContext(importId, line, key))
}

/** Context of sealing: an ID number opens only for this line and field. */
function sealingContext(importId: string, line: number, key: string): string {
  return `import ${importId} ${line} ${key}`
}
