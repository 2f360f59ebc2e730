import { isSealed } from '../field-types/index.ts'
import type { Kysely } from 'kysely'
import type { FieldIssue } from '#contract/envelope.ts'
import type { Values } from '#contract/form/form-shape.ts'
import type { ModuleDefinition } from '#contract/module-definition.ts'
import type { Tables } from '#server/db/client.ts'
import { insertMany } from '#server/db/prepared-query.ts'
import type { Secrets } from '#server/secrets/secrets.ts'
import type { RowWrite } from '../write/store-rows.ts'

/** An issue of a line, without the cell's value. */
export type StagedIssue = Pick<FieldIssue, 'path' | 'key' | 'params'>

/** A checked line of an import, as it is stored until the commit. */
export interface StagedLine {
  /** Line number in the file, from 1. */
  line: number
  operation: 'create' | 'update' | 'unchanged' | 'bad'
  /** Id of the existing or new row; undefined for a line that matches no row. */
  id: string | undefined
  /** Version of the row after the line is written; undefined for an invalid line. */
  version?: number
  /** Values that the file gives, by field. */
  values: Values
  /** Absent when there is nothing to write. */
  write?: RowWrite
  issues: readonly StagedIssue[]
}

/** Greater than every line number: the maximum of PostgreSQL's integers. */
const aboveAllLines = 2_147_483_647
/** Lines per query. */
const linesPerQuery = 50

/** The keys that seal and unseal ID numbers. */
type Sealer = Pick<Secrets, 'seal' | 'unseal'>

/** Identifies the stored lines of one import, with the keys to seal their ID numbers. */
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
  const rows = lines.map(({ line, operation, id, version, values, write, issues }) => [
    importId,
    line,
    operation,
    id ?? null,
    version ?? null,
    operation === 'bad'
      ? null
      : JSON.stringify(mapIdNumbers(definition, values, createSealFunction(secrets, importId, line))),
    write ? JSON.stringify(write) : null,
    issues.length > 0 ? JSON.stringify(issues) : null,
  ])
  await insertMany(kysely, { table: 'import_rows', columns }, rows)
}

/** Reads the stored lines of an import in the order of its file, in batches. */
export async function* readStage(
  kysely: Kysely<Tables>,
  { secrets, definition, importId }: Stage,
): AsyncGenerator<StagedLine[]> {
  for (let afterLine = 0; ;) {
    const rows = await kysely
      .selectFrom('import_rows')
      .selectAll()
      .where('import_id', '=', importId)
      .where('line', '>', afterLine)
      .orderBy('line')
      .limit(linesPerQuery)
      .execute()
    const lastRow = rows.at(-1)
    if (!lastRow) return
    afterLine = lastRow.line
    yield rows.map((row): StagedLine => ({
      line: row.line,
      operation: row.deed,
      id: row.row_id ?? undefined,
      ...(row.version !== null && { version: row.version }),
      values: mapIdNumbers(
        definition,
        JSON.parse(row.given ?? '{}') as Values,
        createUnsealFunction(secrets, importId, row.line),
      ),
      ...(row.write !== null && { write: JSON.parse(row.write) as RowWrite }),
      issues: JSON.parse(row.faults ?? '[]') as StagedIssue[],
    }))
  }
}

/** Updates lines whose result differs from the dry run. @param validatedLines the same lines, validated again */
export async function updateStage(
  trx: Kysely<Tables>,
  importId: string,
  earlierLines: readonly StagedLine[],
  validatedLines: readonly StagedLine[],
): Promise<void> {
  for (const [index, { line, operation, version, issues }] of validatedLines.entries()) {
    const earlierLine = earlierLines[index]
    if (earlierLine?.operation === operation && earlierLine.version === version) continue
    await trx
      .updateTable('import_rows')
      .set({
        deed: operation,
        version: version ?? null,
        faults: issues.length > 0 ? JSON.stringify(issues) : null,
      })
      .where('import_id', '=', importId)
      .where('line', '=', line)
      .execute()
  }
}

/** A row that an import wrote, with the version that it got. */
export interface WrittenLine {
  id: string
  version: number
}

/** Reads the rows that an import wrote, last line first, so that rows come before the rows they reference. */
export async function* readWritten(kysely: Kysely<Tables>, importId: string): AsyncGenerator<WrittenLine[]> {
  for (let beforeLine = aboveAllLines; ;) {
    const rows = await kysely
      .selectFrom('import_rows')
      .select(['line', 'row_id', 'version'])
      .where('import_id', '=', importId)
      .where('line', '<', beforeLine)
      .where('deed', 'in', ['create', 'update'])
      .orderBy('line', 'desc')
      .limit(linesPerQuery)
      .execute()
    const lastRow = rows.at(-1)
    if (!lastRow) return
    beforeLine = lastRow.line
    yield rows.map(({ row_id, version }) => ({ id: row_id ?? '', version: Number(version) }))
  }
}

/** Seals or unseals the ID numbers among the values of a line. */
function mapIdNumbers(
  { fields }: ModuleDefinition,
  values: Values,
  convert: (text: string, key: string) => string,
): Values {
  const entries = Object.entries(values).map(([key, value]) => {
    const isIdNumber = isSealed(fields[key]) && typeof value === 'string'
    return [key, isIdNumber ? convert(value, key) : value]
  })
  return Object.fromEntries(entries) as Values
}

function createSealFunction(secrets: Sealer, importId: string, line: number) {
  return (text: string, key: string) => secrets.seal(text, getSealContext(importId, line, key))
}

function createUnsealFunction(secrets: Sealer, importId: string, line: number) {
  return (text: string, key: string) => secrets.unseal(text, getSealContext(importId, line, key))
}

/** Gets the context of sealing: an ID number can be unsealed only for this line and field. */
function getSealContext(importId: string, line: number, key: string): string {
  return `import ${importId} ${line} ${key}`
}
