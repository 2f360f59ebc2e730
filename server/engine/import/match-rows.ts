import { sql } from 'kysely'
import { encodeField, type StoredRow } from '../field-types/codec.ts'
import { type Stored } from '#server/engine/field-types/field-type.ts'
import { listFieldColumns } from '#server/engine/field-types/columns.ts'
import type { SheetColumn } from '#server/engine/field-types/sheet-columns.ts'
import type { SqlCondition } from '#server/engine/field-types/filter-operators.ts'
import { isPostgres, moduleTables } from '../../db/module-tables.ts'
import { whereVisible } from '../query/query-plan.ts'
import { isEditable, permissionColumns } from '#server/engine/query/access.ts'
import type { ServerModule } from '../schema/server-module.ts'
import { isAllowed } from '../schema/visible-fields.ts'
import { decodeRows, type LockedRow } from '../write/lock-row.ts'
import type { WriteContext } from '#server/engine/schema/write-hooks.ts'
import type { FieldIssue } from '#contract/envelope.ts'
import { cleanValues } from '#contract/form/clean-values.ts'
import type { Values } from '#contract/form/form-shape.ts'
import { matchesAnyOf, storedKey } from '../write/sibling-rows.ts'
import { hasShape } from '../write/read-body.ts'
import type { InputRow } from './input-row.ts'
import type { ImportOptions } from './import-options.ts'

/**
 * What a line says of the row that it means, as columns hold it; undefined when a part of it is missing.
 * @param values by field, a localized one by language
 */
export function matchKey(
  match: readonly SheetColumn[],
  values: Readonly<Record<string, unknown>>,
): string | undefined {
  const stored = match.map((column) => storedValue(column, values[column.key]))
  return stored.some((value) => value === null || value === '') ? undefined : JSON.stringify(stored)
}

/**
 * Finds the rows that lines mean, among those that exist for the caller, and holds them.
 * @param keys of {@link matchKey}
 */
export async function findMatches(
  context: WriteContext,
  module: ServerModule,
  match: readonly SheetColumn[],
  keys: readonly string[],
): Promise<Map<string, LockedRow[]>> {
  const found = new Map<string, LockedRow[]>()
  if (keys.length === 0) return found
  const { name } = module.definition
  const columns = match.map(getColumnName)
  const lists = [...new Set(keys)].map((key) => JSON.parse(key) as Stored[])
  const where = matchesAnyOf(moduleTables(context.trx), name, columns, lists)
  for (const locked of await lockRows(context, module, where)) {
    const key = storedKey(locked.stored, columns, lists[0] ?? [])
    found.set(key, [...(found.get(key) ?? []), locked])
  }
  return found
}

/** Finds rows by their ids, among those that exist for the caller, and holds them. */
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

async function lockRows(
  context: WriteContext,
  module: ServerModule,
  where: SqlCondition,
): Promise<LockedRow[]> {
  const { trx, caller } = context
  const tables = moduleTables(trx)
  const lock = trx.isTransaction && isPostgres(tables) ? sql`for update` : sql``
  const shown = whereVisible(tables, module, caller, isAllowed(caller, module, 'drafts'))
  const { rows } = await sql<StoredRow>`
    select *, ${permissionColumns(tables, module, caller)} from ${sql.id(module.definition.name)}
    where ${where} and ${shown} ${lock}`.execute(trx)
  const wire = await decodeRows(context, module.definition, rows)
  return wire.flatMap((row, index) => {
    const stored = rows[index]
    return stored ? [{ stored, row, isEditable: isEditable(stored) }] : []
  })
}

function getColumnName({ key, field, locale }: SheetColumn): string {
  const column = listFieldColumns(key, field).find((one) => one.locale === locale)
  if (!column) throw new TypeError(`${key} has no column to find rows by`)
  return column.name
}

function storedValue(column: SheetColumn, value: unknown): Stored {
  return encodeField(column.key, column.field, value)[getColumnName(column)] ?? null
}

/** A line for which no row was found, or none that may be written. */
export interface UnmatchedLine {
  line: number
  problems: readonly FieldIssue[]
}

/** Finds the row that each line of a file means, line after line. */
export type RowMatcher = (
  context: WriteContext,
  lines: readonly InputRow[],
) => Promise<{ matched: MatchedRow[]; unmatched: UnmatchedLine[] }>

/**
 * Decides for each line whether it changes a row that exists for the caller, or makes a new one. Rows that exist for others
 * alone are as if they were not there.
 */
export function createRowMatcher(module: ServerModule, { mode, match }: ImportOptions): RowMatcher {
  const path = match[0]?.path ?? ''
  const isById = match.some(({ key }) => key === 'id')
  const lineOfKey = new Map<string, number>()

  const keyOf = (row: InputRow): string | undefined =>
    match.length > 0 && match.every(({ key, field }) => hasShape(field, row.values[key]))
      ? matchKey(match, cleanValues(module.definition, row.values))
      : undefined

  const meet = (
    context: WriteContext,
    row: InputRow,
    key: string | undefined,
    found: readonly LockedRow[],
  ): MatchedRow | UnmatchedLine => {
    const refused = (problem: Omit<FieldIssue, 'path'>): UnmatchedLine => ({
      line: row.line,
      problems: [...row.problems, { path, ...problem }],
    })
    const before = key === undefined ? undefined : lineOfKey.get(key)
    if (before !== undefined) return refused({ key: 'import.repeated_line', params: { line: before } })
    if (key !== undefined) lineOfKey.set(key, row.line)
    const isUnread = match.some(({ path }) => row.problems.some((problem) => problem.path === path))
    if (isUnread) return { line: row.line, problems: row.problems }
    const [locked, ...more] = found
    if (more.length > 0) return refused({ key: 'import.many_rows' })
    if (locked) {
      if (!isAllowed(context.caller, module, 'update')) return refused({ key: 'import.no_row' })
      if (!locked.isEditable) return refused({ key: 'import.not_editable' })
      return toMatched(row, locked.row.id, locked)
    }
    const isNew = mode !== 'update' && (key === undefined || !isById)
    if (!isNew || !isAllowed(context.caller, module, 'create')) return refused({ key: 'import.no_row' })
    return toMatched(row, context.newId(), undefined)
  }

  return async (context, lines) => {
    const keys = lines.map(keyOf)
    const found = await findMatches(
      context,
      module,
      match,
      keys.filter((key) => key !== undefined),
    )
    const matched: MatchedRow[] = []
    const unmatched: UnmatchedLine[] = []
    for (const [index, row] of lines.entries()) {
      const key = keys[index]
      const one = meet(context, row, key, key === undefined ? [] : (found.get(key) ?? []))
      if ('id' in one) matched.push(one)
      else unmatched.push(one)
    }
    return { matched, unmatched }
  }
}

/** What names the row is no value of it; a version that was read tells whether somebody changed the row since. */
function toMatched(row: InputRow, id: string, locked: LockedRow | undefined): MatchedRow {
  const { id: _id, version, ...values } = row.values
  return {
    line: row.line,
    id,
    locked,
    values,
    problems: row.problems,
    ...(typeof version === 'number' && { readVersion: version }),
  }
}

/** A line whose row is known: a new one, or one that is there and locked. */
export interface MatchedRow {
  line: number
  /** Its own, or that of the row that it makes. */
  id: string
  locked: LockedRow | undefined
  /** Values by field, as the file gives them. */
  values: Values
  problems: readonly FieldIssue[]
  /** Version of the row that the file was made from. */
  readVersion?: number
}
