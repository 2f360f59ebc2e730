import type { FieldIssue } from '#contract/envelope.ts'
import { cleanValues } from '#contract/form/clean-values.ts'
import { isPlainObject, type Values } from '#contract/form/form-shape.ts'
import type { ModuleDefinition } from '#contract/module-definition.ts'
import { HttpError } from '#server/errors.ts'
import type { ServerModule } from '../schema/server-module.ts'
import { writableFields } from '../schema/visible-fields.ts'
import { getInitialValues } from '../write/create-row.ts'
import { dropMaskedValues } from '../write/edit-row.ts'
import { readTargets, createRelatedRows } from '../write/related-rows.ts'
import { validateRow, getFieldValues, type ValidatedRow, type RowToSave } from '../write/save-row.ts'
import type { WriteContext } from '#server/engine/schema/write-hooks.ts'
import type { FileRows } from './file-rows.ts'
import type { MatchedRow } from './match-rows.ts'

/** A validated line. */
export interface ValidatedLine extends MatchedRow {
  operation: 'create' | 'update' | 'unchanged' | 'bad'
  /** Absent when the module's own code rejected the line. */
  validated?: ValidatedRow
  /** Of a valid line: rows that take place at the same time. They are warnings. */
  overlaps?: readonly FieldIssue[]
}

/**
 * Validates lines like single writes, as if the earlier lines were written already. Queries for other rows run once for
 * all lines.
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
  await others.loadEqual(naming.map(({ values }) => values as Values & { id: string }))
  const lines: ValidatedLine[] = []
  for (const [index, row] of rows.entries()) {
    const [save, names] = [saves[index], naming[index]]
    if (!save || !names) continue
    const related = createRelatedRows(targets, context, definition, names)
    const validated = await validateRow(context, module, save, { related, others }).catch(toIssues)
    if (Array.isArray(validated)) {
      lines.push({ ...row, operation: 'bad', problems: validated })
      continue
    }
    const problems = [...withoutEchoes(row.problems, validated.problems), ...stale(row, validated)]
    const operation = problems.length > 0 ? 'bad' : getDeed(row, validated)
    if (operation === 'create' || operation === 'update') others.accept(validated.step.after)
    lines.push({
      ...row,
      operation,
      validated,
      problems,
      ...(operation !== 'bad' && { overlaps: validated.overlaps }),
    })
  }
  return lines
}

/** Reports an error of the module's own code at its line. @throws errors that the caller did not cause */
function toIssues(error: unknown): FieldIssue[] {
  if (!(error instanceof HttpError) || error.code >= 500) throw error
  return error.fields.length > 0 ? [...error.fields] : [{ path: '', key: error.key, params: error.params }]
}

function toSave(
  context: WriteContext,
  module: ServerModule,
  { id, locked, values, problems }: MatchedRow,
  writable: ReadonlySet<string>,
): RowToSave {
  const { definition } = module
  const whole = completeLanguages(definition, locked?.row, locked ? values : dropNulls(values))
  const given = dropMaskedValues(context, module, cleanValues(definition, whole))
  return {
    operation: locked ? 'edit' : 'create',
    id,
    locked,
    given,
    ...(!locked && { set: getInitialValues(module, context.caller, given) }),
    writable,
    problems,
  }
}

/** A cell that could not be read is reported once, and not as a missing value too. */
function withoutEchoes(unread: readonly FieldIssue[], problems: readonly FieldIssue[]): FieldIssue[] {
  const fields = new Set(unread.map(({ path }) => path.split('.')[0]))
  return problems.filter((problem) => unread.includes(problem) || !fields.has(problem.path.split('.')[0]))
}

/** An empty cell of a new row takes the default. */
function dropNulls(values: Values): Values {
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

/** A line must not overwrite a change that was made after its file was exported. */
function stale({ locked, readVersion }: MatchedRow, { values }: ValidatedRow): FieldIssue[] {
  const isStale = locked && readVersion !== undefined && readVersion !== locked.row.version
  return isStale && Object.keys(values).length > 0 ? [{ path: 'version', key: 'import.changed_since' }] : []
}

function getDeed({ locked }: MatchedRow, { values }: ValidatedRow): 'create' | 'update' | 'unchanged' {
  if (!locked) return 'create'
  return Object.keys(values).length > 0 ? 'update' : 'unchanged'
}
