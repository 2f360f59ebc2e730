import type { FieldIssue } from '#contract/envelope.ts'
import { cleanValues } from '#contract/form/clean-values.ts'
import { isPlainObject, type Values } from '#contract/form/form-shape.ts'
import type { ModuleDefinition } from '#contract/module-definition.ts'
import { HttpError } from '#server/errors.ts'
import type { ServerModule } from '../schema/server-module.ts'
import { writableFields } from '../schema/visible-fields.ts'
import { getInitialValues } from '../write/create-row.ts'
import { dropMaskedValues } from '../write/edit-row.ts'
import type { LockedRow } from '../write/lock-row.ts'
import { readTargets, relatedTo } from '../write/related-rows.ts'
import { validateRow, getFieldValues, type ValidatedRow, type RowToSave } from '../write/save-row.ts'
import type { WriteContext } from '#server/engine/schema/write-hooks.ts'
import type { FileRows } from './file-rows.ts'

/** A line whose row is known: a new one, or one that is there and held. */
export interface MatchedRow {
  line: number
  /** Its own, or that of the row that it makes. */
  id: string
  held: LockedRow | undefined
  /** Values by field, as the file gives them. */
  values: Values
  problems: readonly FieldIssue[]
  /** Version of the row that the file was made from. */
  readVersion?: number
}

/** A line that was judged. */
export interface ValidatedLine extends MatchedRow {
  deed: 'create' | 'update' | 'unchanged' | 'bad'
  /** Absent when the line was bad before anything was asked of it. */
  judged?: ValidatedRow
  /** Of a good line: what its row stands beside at one time. Nothing is refused for it. */
  overlaps?: readonly FieldIssue[]
}

/**
 * Holds lines against everything that is asked of a write, as if those before them were written already. The questions to
 * other modules and rows are asked for all of them at once.
 */
export async function validateRows(
  context: WriteContext,
  module: ServerModule,
  rows: readonly MatchedRow[],
  others: FileRows,
): Promise<ValidatedLine[]> {
  const { definition } = module
  const writable = new Set(writableFields(context.caller, module).keys())
  const saves = rows.map((row) => toSave(context, module, row, writable))
  const naming = saves.map((save) => ({ values: getFieldValues(save), given: Object.keys(save.given) }))
  const targets = await readTargets(context, definition, naming)
  await others.expect(naming.map(({ values }) => values as Values & { id: string }))
  const lines: ValidatedLine[] = []
  for (const [index, row] of rows.entries()) {
    const [save, names] = [saves[index], naming[index]]
    if (!save || !names) continue
    const related = relatedTo(targets, context, definition, names)
    const judged = await validateRow(context, module, save, { related, others }).catch(toProblems)
    if (Array.isArray(judged)) {
      lines.push({ ...row, deed: 'bad', problems: judged })
      continue
    }
    const problems = [...withoutEchoes(row.problems, judged.problems), ...stale(row, judged)]
    const deed = problems.length > 0 ? 'bad' : deedOf(row, judged)
    if (deed === 'create' || deed === 'update') others.accept(judged.step.after)
    lines.push({ ...row, deed, judged, problems, ...(deed !== 'bad' && { overlaps: judged.overlaps }) })
  }
  return lines
}

/** What the module's own code refuses is told at its line. @throws what is no refusal of a caller's doing */
function toProblems(error: unknown): FieldIssue[] {
  if (!(error instanceof HttpError) || error.code >= 500) throw error
  return error.fields.length > 0 ? [...error.fields] : [{ path: '', key: error.key, params: error.params }]
}

function toSave(
  context: WriteContext,
  module: ServerModule,
  { id, held, values, problems }: MatchedRow,
  writable: ReadonlySet<string>,
): RowToSave {
  const { definition } = module
  const whole = completeLanguages(definition, held?.row, held ? values : withoutNothing(values))
  const given = dropMaskedValues(context, module, cleanValues(definition, whole))
  return {
    deed: held ? 'edit' : 'create',
    id,
    held,
    given,
    ...(!held && { set: getInitialValues(module, context.caller, given) }),
    writable,
    problems,
  }
}

/** A cell that could not be read is told once, at the cell, and not as a missing value too. */
function withoutEchoes(unread: readonly FieldIssue[], problems: readonly FieldIssue[]): FieldIssue[] {
  const fields = new Set(unread.map(({ path }) => path.split('.')[0]))
  return problems.filter((problem) => unread.includes(problem) || !fields.has(problem.path.split('.')[0]))
}

/** An empty cell of a new row is no value: what is the default stands in its place. */
function withoutNothing(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
}

/** A file may have a text in one language only: the others stay as they are. */
function completeLanguages(definition: ModuleDefinition, before: Values | undefined, values: Values): Values {
  const entries = Object.entries(values).map(([key, value]) => {
    if (!definition.fields[key]?.localized || !isPlainObject(value)) return [key, value]
    return [key, { 'zh-CN': '', en: '', ...(before?.[key] as object | null | undefined), ...value }]
  })
  return Object.fromEntries(entries) as Values
}

/** Who made the file did not see what others wrote since: nothing of theirs is written over. */
function stale({ held, readVersion }: MatchedRow, { values }: ValidatedRow): FieldIssue[] {
  const isStale = held && readVersion !== undefined && readVersion !== held.row.version
  return isStale && Object.keys(values).length > 0 ? [{ path: 'version', key: 'import.changed_since' }] : []
}

function deedOf({ held }: MatchedRow, { values }: ValidatedRow): 'create' | 'update' | 'unchanged' {
  if (!held) return 'create'
  return Object.keys(values).length > 0 ? 'update' : 'unchanged'
}
