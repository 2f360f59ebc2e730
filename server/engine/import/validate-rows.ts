import type { FieldIssue } from '#contract/envelope.ts'
import { cleanValues } from '#contract/form/clean-values.ts'
import { isPlainObject, type Values } from '#contract/form/form-shape.ts'
import type { ModuleDefinition } from '#contract/module-definition.ts'
import { HttpError } from '#server/errors.ts'
import type { ServerModule } from '../schema/server-module.ts'
import { writableFields } from '../schema/visible-fields.ts'
import { getInitialValues } from '../write/create-row.ts'
import { dropMaskedValues } from '../write/edit-row.ts'
import { readRelatedRows, createRelatedRows } from '../write/related-rows.ts'
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
  fileRows: FileRows,
): Promise<ValidatedLine[]> {
  const { definition } = module
  const writable = new Set(writableFields(context.caller, module).keys())
  const rowsToSave = rows.map((row) => toRowToSave(context, module, row, writable))
  const referencingRows = rowsToSave.map((rowToSave) => ({
    values: getFieldValues(rowToSave),
    inputFields: Object.keys(rowToSave.input),
  }))
  const relatedRows = await readRelatedRows(context, definition, referencingRows)
  await fileRows.loadEqual(referencingRows.map(({ values }) => values as Values & { id: string }))
  const lines: ValidatedLine[] = []
  for (const [index, row] of rows.entries()) {
    const [rowToSave, referencingRow] = [rowsToSave[index], referencingRows[index]]
    if (!rowToSave || !referencingRow) continue
    const related = createRelatedRows(relatedRows, context, definition, referencingRow)
    const validated = await validateRow(context, module, rowToSave, { related, siblings: fileRows }).catch(
      toIssues,
    )
    if (Array.isArray(validated)) {
      lines.push({ ...row, operation: 'bad', issues: validated })
      continue
    }
    const issues = [...dropConsequentIssues(row.issues, validated.issues), ...findStaleIssue(row, validated)]
    const operation = issues.length > 0 ? 'bad' : getOperation(row, validated)
    if (operation === 'create' || operation === 'update') fileRows.accept(validated.hookContext.after)
    lines.push({
      ...row,
      operation,
      validated,
      issues,
      ...(operation !== 'bad' && { overlaps: validated.overlaps }),
    })
  }
  return lines
}

/** Converts an HttpError of the module's own code to issues of its line. @throws errors that the caller did not cause */
function toIssues(error: unknown): FieldIssue[] {
  if (!(error instanceof HttpError) || error.code >= 500) throw error
  return error.fields.length > 0 ? [...error.fields] : [{ path: '', key: error.key, params: error.params }]
}

/** Converts a matched line to the request that a user would make for the same row. */
function toRowToSave(
  context: WriteContext,
  module: ServerModule,
  { id, locked, values, issues }: MatchedRow,
  writable: ReadonlySet<string>,
): RowToSave {
  const { definition } = module
  const completeValues = completeLanguages(definition, locked?.row, locked ? values : dropNulls(values))
  const input = dropMaskedValues(context, module, cleanValues(definition, completeValues))
  return {
    operation: locked ? 'edit' : 'create',
    id,
    locked,
    input,
    ...(!locked && { engineValues: getInitialValues(module, context.caller, input) }),
    writable,
    issues,
  }
}

/** Removes issues of fields whose cell could not be read, so that they are not reported as a missing value too. */
function dropConsequentIssues(
  unreadIssues: readonly FieldIssue[],
  issues: readonly FieldIssue[],
): FieldIssue[] {
  const fields = new Set(unreadIssues.map(({ path }) => path.split('.')[0]))
  return issues.filter((issue) => unreadIssues.includes(issue) || !fields.has(issue.path.split('.')[0]))
}

/** Drops empty cells of a new row, so that their fields get their defaults. */
function dropNulls(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
}

/** Adds the stored texts of languages that the file does not have. */
function completeLanguages(definition: ModuleDefinition, before: Values | undefined, values: Values): Values {
  const entries = Object.entries(values).map(([key, value]) => {
    if (!definition.fields[key]?.localized || !isPlainObject(value)) return [key, value]
    return [key, { 'zh-CN': '', en: '', ...(before?.[key] as object | null | undefined), ...value }]
  })
  return Object.fromEntries(entries) as Values
}

/** Finds the issue of a line that would overwrite a change made after its file was exported. */
function findStaleIssue({ locked, readVersion }: MatchedRow, { values }: ValidatedRow): FieldIssue[] {
  // Even when the file is older, a line that changes nothing overwrites nothing.
  const isStale = locked && readVersion !== undefined && readVersion !== locked.row.version
  return isStale && Object.keys(values).length > 0 ? [{ path: 'version', key: 'import.changed_since' }] : []
}

/** Gets what the write of a valid line does. */
function getOperation({ locked }: MatchedRow, { values }: ValidatedRow): 'create' | 'update' | 'unchanged' {
  if (!locked) return 'create'
  return Object.keys(values).length > 0 ? 'update' : 'unchanged'
}
