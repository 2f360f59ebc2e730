import type { FieldIssue } from '#contract/envelope.ts'
import { cleanValues } from '#contract/form/clean-values.ts'
import type { ServerModule } from '../schema/server-module.ts'
import { isAllowed } from '../schema/visible-fields.ts'
import type { LockedRow } from '../write/lock-row.ts'
import { hasShape } from '../write/value-shape.ts'
import type { WriteContext } from '#server/engine/schema/write-hooks.ts'
import type { InputRow } from './input-row.ts'
import type { ImportOptions } from './import-options.ts'
import type { MatchedRow } from './validate-rows.ts'
import { findMatches, matchKey } from './match-rows.ts'

/** A line for which no row was found, or none that may be written. */
export interface UnmatchedLine {
  line: number
  problems: readonly FieldIssue[]
}

/** Finds the row that each line of a file means, line after line. */
export type RowMatcher = (
  context: WriteContext,
  lines: readonly InputRow[],
) => Promise<{ met: MatchedRow[]; unmet: UnmatchedLine[] }>

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
    const [held, ...more] = found
    if (more.length > 0) return refused({ key: 'import.many_rows' })
    if (held) {
      if (!isAllowed(context.caller, module, 'update')) return refused({ key: 'import.no_row' })
      if (!held.isEditable) return refused({ key: 'import.not_editable' })
      return toMatched(row, held.row.id, held)
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
    const met: MatchedRow[] = []
    const unmet: UnmatchedLine[] = []
    for (const [index, row] of lines.entries()) {
      const key = keys[index]
      const one = meet(context, row, key, key === undefined ? [] : (found.get(key) ?? []))
      if ('id' in one) met.push(one)
      else unmet.push(one)
    }
    return { met, unmet }
  }
}

/** What names the row is no value of it; a version that was read tells whether somebody changed the row since. */
function toMatched(row: InputRow, id: string, held: LockedRow | undefined): MatchedRow {
  const { id: _id, version, ...values } = row.values
  return {
    line: row.line,
    id,
    held,
    values,
    problems: row.problems,
    ...(typeof version === 'number' && { readVersion: version }),
  }
}
