import { sql } from 'kysely'
import { encodeField, type StoredRow } from '../field-types/codec.ts'
import { type ColumnValue } from '#server/engine/field-types/field-type.ts'
import { listFieldColumns } from '#server/engine/field-types/columns.ts'
import type { SheetColumn } from '#server/engine/field-types/sheet-columns.ts'
import type { SqlFragment } from '#server/engine/field-types/filter-operators.ts'
import { isPostgres, moduleTables } from '../../db/module-tables.ts'
import { whereVisible } from '../query/query-plan.ts'
import { isEditable, selectPermissionColumns } from '#server/engine/query/access.ts'
import type { ServerModule } from '../schema/server-module.ts'
import { isAllowed } from '../schema/visible-fields.ts'
import { decodeRows, type LockedRow } from '../write/lock-row.ts'
import type { WriteContext } from '#server/engine/schema/write-hooks.ts'
import type { FieldIssue } from '#contract/envelope.ts'
import { cleanValues } from '#contract/form/clean-values.ts'
import type { Values } from '#contract/form/form-shape.ts'
import { whereColumnsIn, toStoredKey } from '../write/sibling-rows.ts'
import { hasShape } from '../write/read-body.ts'
import type { InputRow } from './input-row.ts'
import type { ImportOptions } from './import-options.ts'

/**
 * Formats the values of a line's matching columns as the database stores them.
 * @param values by field; a localized field has its values by language
 * @returns undefined when a matching column is empty
 */
export function toMatchKey(
  matchColumns: readonly SheetColumn[],
  values: Readonly<Record<string, unknown>>,
): string | undefined {
  const storedValues = matchColumns.map((column) => toStoredValue(column, values[column.key]))
  return storedValues.some((value) => value === null || value === '')
    ? undefined
    : JSON.stringify(storedValues)
}

/**
 * Finds and locks the rows that match lines, among the rows that exist for the caller.
 * @param keys results of {@link toMatchKey}
 * @returns rows by key
 */
export async function findMatches(
  context: WriteContext,
  module: ServerModule,
  matchColumns: readonly SheetColumn[],
  keys: readonly string[],
): Promise<Map<string, LockedRow[]>> {
  const rowsByKey = new Map<string, LockedRow[]>()
  if (keys.length === 0) return rowsByKey
  const { name } = module.definition
  const columns = matchColumns.map(getColumnName)
  const valueLists = [...new Set(keys)].map((key) => JSON.parse(key) as ColumnValue[])
  const where = whereColumnsIn(moduleTables(context.trx), name, columns, valueLists)
  for (const locked of await lockRows(context, module, where)) {
    const key = toStoredKey(locked.stored, columns, valueLists[0] ?? [])
    rowsByKey.set(key, [...(rowsByKey.get(key) ?? []), locked])
  }
  return rowsByKey
}

/** Finds and locks rows by their ids, among the rows that exist for the caller. */
export async function findByIds(
  context: WriteContext,
  module: ServerModule,
  ids: readonly string[],
): Promise<Map<string, LockedRow>> {
  if (ids.length === 0) return new Map()
  const where = sql`${sql.ref(`${module.definition.name}.id`)} in (${sql.join(ids)})`
  const locked = await lockRows(context, module, where)
  return new Map(locked.map((row) => [row.row.id, row]))
}

/** Reads the rows that exist for the caller and match a condition; locks them at the commit, which has a transaction. */
async function lockRows(
  context: WriteContext,
  module: ServerModule,
  where: SqlFragment,
): Promise<LockedRow[]> {
  const { trx, caller } = context
  const tables = moduleTables(trx)
  const lock = trx.isTransaction && isPostgres(tables) ? sql`for update` : sql``
  const visibleCondition = whereVisible(tables, module, caller, isAllowed(caller, module, 'drafts'))
  const { rows } = await sql<StoredRow>`
    select *, ${selectPermissionColumns(tables, module, caller)} from ${sql.id(module.definition.name)}
    where ${where} and ${visibleCondition} ${lock}`.execute(trx)
  const wireRows = await decodeRows(context, module.definition, rows)
  return wireRows.flatMap((row, index) => {
    const stored = rows[index]
    return stored ? [{ stored, row, isEditable: isEditable(stored) }] : []
  })
}

/** Gets the name of the database column of a sheet column. */
function getColumnName({ key, field, locale }: SheetColumn): string {
  const column = listFieldColumns(key, field).find((one) => one.locale === locale)
  if (!column) throw new TypeError(`${key} has no column to find rows by`)
  return column.name
}

function toStoredValue(column: SheetColumn, value: unknown): ColumnValue {
  return encodeField(column.key, column.field, value)[getColumnName(column)] ?? null
}

/** A line that cannot be written: it matches no row, several rows, or one that the caller may not write. */
export interface UnmatchedLine {
  line: number
  issues: readonly FieldIssue[]
}

/** Matches lines of a file to rows. It is called with the lines in their order, because it detects repeated keys. */
export type RowMatcher = (
  context: WriteContext,
  lines: readonly InputRow[],
) => Promise<{ matched: MatchedRow[]; unmatched: UnmatchedLine[] }>

/**
 * Creates the function that decides for each line whether it updates an existing row or creates one. Rows that do not exist for
 * the caller are never matched.
 */
export function createRowMatcher(
  module: ServerModule,
  { mode, match: matchColumns }: ImportOptions,
): RowMatcher {
  // Issues of matching are reported at the first matching column; at the whole line (an empty path) without any.
  const path = matchColumns[0]?.path ?? ''
  const isById = matchColumns.some(({ key }) => key === 'id')
  /** Numbers of the lines read so far, by match key. */
  const linesByKey = new Map<string, number>()

  const toKey = (row: InputRow): string | undefined =>
    matchColumns.length > 0 && matchColumns.every(({ key, field }) => hasShape(field, row.values[key]))
      ? toMatchKey(matchColumns, cleanValues(module.definition, row.values))
      : undefined

  const matchLine = (
    context: WriteContext,
    row: InputRow,
    key: string | undefined,
    matchingRows: readonly LockedRow[],
  ): MatchedRow | UnmatchedLine => {
    const toUnmatched = (issue: Omit<FieldIssue, 'path'>): UnmatchedLine => ({
      line: row.line,
      issues: [...row.issues, { path, ...issue }],
    })
    const earlierLine = key === undefined ? undefined : linesByKey.get(key)
    if (earlierLine !== undefined)
      return toUnmatched({ key: 'import.repeated_line', params: { line: earlierLine } })
    if (key !== undefined) linesByKey.set(key, row.line)
    const hasUnreadKey = matchColumns.some(({ path }) => row.issues.some((issue) => issue.path === path))
    // Without a readable key the line must not create a row; the issues of its cells say why.
    if (hasUnreadKey) return { line: row.line, issues: row.issues }
    const [locked, ...furtherRows] = matchingRows
    if (furtherRows.length > 0) return toUnmatched({ key: 'import.many_rows' })
    if (locked) {
      if (!isAllowed(context.caller, module, 'update')) return toUnmatched({ key: 'import.no_row' })
      if (!locked.isEditable) return toUnmatched({ key: 'import.not_editable' })
      return toMatched(row, locked.row.id, locked)
    }
    // The server creates ids, so an id that no row has is an error and not a new row.
    const isNew = mode !== 'update' && (key === undefined || !isById)
    if (!isNew || !isAllowed(context.caller, module, 'create')) return toUnmatched({ key: 'import.no_row' })
    return toMatched(row, context.newId(), undefined)
  }

  return async (context, lines) => {
    const keys = lines.map(toKey)
    const rowsByKey = await findMatches(
      context,
      module,
      matchColumns,
      keys.filter((key) => key !== undefined),
    )
    const matched: MatchedRow[] = []
    const unmatched: UnmatchedLine[] = []
    for (const [index, row] of lines.entries()) {
      const key = keys[index]
      const result = matchLine(context, row, key, key === undefined ? [] : (rowsByKey.get(key) ?? []))
      if ('id' in result) matched.push(result)
      else unmatched.push(result)
    }
    return { matched, unmatched }
  }
}

/** Creates a matched line. `id` and `version` identify the row and are not written. */
function toMatched(row: InputRow, id: string, locked: LockedRow | undefined): MatchedRow {
  const { id: _id, version, ...values } = row.values
  return {
    line: row.line,
    id,
    locked,
    values,
    issues: row.issues,
    ...(typeof version === 'number' && { readVersion: version }),
  }
}

/** A line with its row: an existing, locked row or a new one. */
export interface MatchedRow {
  line: number
  /** Id of the existing or new row. */
  id: string
  /** Undefined for a new row. */
  locked: LockedRow | undefined
  /** Values by field, as the file gives them. */
  values: Values
  issues: readonly FieldIssue[]
  /** Version of the row when the file was exported. */
  readVersion?: number
}
