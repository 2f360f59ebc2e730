import type { FieldIssue } from '#contract/envelope.ts'
import { checkForm, removeHiddenFields } from '#contract/form/check-form.ts'
import { isPlainObject, type Values } from '#contract/form/form-shape.ts'
import type { FieldDefinition } from '#contract/field-definition.ts'
import { locales } from '#contract/locale.ts'
import { enqueueMessage } from '#server/messages/outgoing.ts'
import { createHttpError } from '#server/errors.ts'
import { selectClientRowId } from '../schema/client-row-ids.ts'
import type { ServerModule } from '../schema/server-module.ts'
import { findConstraintIssues, isEqual } from './constraints.ts'
import { getFileNo, findFileIssues } from './file-issues.ts'
import type { LockedRow } from './lock-row.ts'
import { findOverlaps, checkOverlaps } from './overlaps.ts'
import { createSiblingRows, type SiblingRows, type RowWithId } from './sibling-rows.ts'
import { maxReportedIssues, hasShape } from './read-body.ts'
import { loadRelated, findRelationIssues, sortRelations, type RelatedRows } from './related-rows.ts'
import type { NextRow, WriteHookContext } from '../schema/write-hooks.ts'
import { storeRow } from './store-rows.ts'
import type { WriteContext } from '#server/engine/schema/write-hooks.ts'

/** A request to save a row. */
export interface RowToSave {
  /** `create`, `edit`, `restore`, or the name of an action. */
  operation: string
  id: string
  /** The row as it is stored; undefined for a new row. */
  locked: LockedRow | undefined
  /** Cleaned values of the request. */
  input: Values
  /** Values that the engine sets: a new row's defaults and owner, an action's state. */
  engineValues?: Values
  /** Fields that the caller may write in this call. */
  writable: ReadonlySet<string>
  /** The id that the caller's device gave a new row. */
  clientRowId?: string | undefined
  /** Issues that reading the input found. */
  issues: readonly FieldIssue[]
}

/** Other rows that a validation reads. */
export interface ValidateRowDeps {
  related: RelatedRows
  siblings: SiblingRows
}

/** The result of a validation. */
export interface ValidatedRow {
  /** What the hooks of the module got, for its `follow` hook after the write. */
  hookContext: WriteHookContext
  /** New values by field; of a new row all of them. */
  values: Readonly<Record<string, unknown>>
  /** At most one for each path; the row must not be written when there are any. */
  issues: readonly FieldIssue[]
  /** Rows in the same location at the same time: warnings. Empty when there are issues. */
  overlaps: readonly FieldIssue[]
}

/**
 * Validates a row and writes it, unless nothing changed.
 * @returns false when nothing changed
 * @throws HttpError `validation.failed` with all issues by field, `row.overlaps` with overlaps that the caller has not accepted
 */
export async function saveRow(
  context: WriteContext,
  module: ServerModule,
  save: RowToSave,
): Promise<boolean> {
  const { definition } = module
  const { locked, input, id, operation } = save
  const related = await loadRelated(context, definition, getFieldValues(save), Object.keys(input))
  const siblings = createSiblingRows(context.trx, module)
  const { hookContext, values, issues, overlaps } = await validateRow(context, module, save, {
    related,
    siblings,
  })
  if (issues.length > 0)
    throw createHttpError('validation.failed', { fields: issues.slice(0, maxReportedIssues) })
  checkOverlaps(context, overlaps)
  // An action may have effects, such as a message, although no value changes.
  const isAction = Object.hasOwn(definition.actions ?? {}, operation)
  if (locked && Object.keys(values).length === 0 && !isAction) return false
  const clientRowId = selectClientRowId(context, module, hookContext.after, save.clientRowId)
  await storeRow(context, module, { operation, id, before: locked?.stored, values, clientRowId })
  await module.hooks?.follow?.(hookContext)
  return true
}

/** Merges stored values, values of the request and those that the engine sets, hidden fields included. */
export function getFieldValues({ locked, input, engineValues, id }: RowToSave): RowWithId {
  return { ...locked?.row, ...input, ...engineValues, id }
}

/** Builds the next version of a row and validates it. */
export async function validateRow(
  context: WriteContext,
  module: ServerModule,
  save: RowToSave,
  { related, siblings }: ValidateRowDeps,
): Promise<ValidatedRow> {
  const { definition } = module
  const { locked, input, id } = save
  const nextValues = sortRelations(
    definition,
    removeHiddenFields(definition, getFieldValues(save), related.find),
    related,
  )
  const hookContext = createHookContext(context, save, { ...nextValues, id })
  const haveShape = Object.keys(input).every((key) => hasShape(definition.fields[key], nextValues[key]))
  // Hooks rely on the types of the values. A value of another type is reported by `checkForm`.
  const hooks = (haveShape && module.hooks) || {}
  const hookValues = await hooks.make?.(hookContext)
  const after: NextRow = { ...nextValues, ...hookValues, id }
  const issues = await findIssues(
    context,
    { ...module, hooks },
    { save, hookContext: { ...hookContext, after } },
    { related, siblings },
  )
  const isValid = issues.length === 0
  return {
    hookContext: { ...hookContext, after },
    values: pickChangedValues(module, locked?.row, after),
    issues: keepFirstPerPath(issues),
    overlaps: isValid ? await findOverlaps(context, module, { before: locked?.row, after }, siblings) : [],
  }
}

/** Runs the `follow` hook of a deletion. */
export async function runDeletionHook(
  context: WriteContext,
  { hooks }: ServerModule,
  locked: LockedRow,
): Promise<void> {
  await hooks?.follow?.(createHookContext(context, { operation: 'delete', locked, input: {} }, locked.row))
}

/** A requested save, and the context of its hooks with the row that results from it. */
interface PlannedSave {
  save: RowToSave
  hookContext: WriteHookContext
}

async function findIssues(
  context: WriteContext,
  module: ServerModule,
  { save, hookContext }: PlannedSave,
  { related, siblings }: ValidateRowDeps,
): Promise<FieldIssue[]> {
  const { definition, hooks } = module
  const { after, inputFields } = hookContext
  const formContext = { related: related.find, locale: context.locale }
  const issues = [
    ...save.issues,
    ...checkForm(definition, after, { writable: save.writable, changed: inputFields }, formContext),
    ...findRelationIssues(definition, after, inputFields, related),
    ...(await findFileIssues(context, module, save, after)),
    ...((await hooks?.check?.(hookContext)) ?? []),
  ]
  // Constraints over other rows are checked only for a row that is valid by itself.
  if (issues.length > 0) return issues
  return findConstraintIssues(siblings, module, { before: save.locked?.row, after, inputFields }, related)
}

/** Picks the values that differ from the stored row; of a new row all values. */
function pickChangedValues(
  { definition }: ServerModule,
  before: Values | undefined,
  after: NextRow,
): Record<string, unknown> {
  const entries = Object.entries(definition.fields)
    .filter(([key, field]) => !systemKeys.has(key) && !field.computed)
    .map(([key]) => [key, after[key] ?? null] as const)
    // The stored ID number is masked here, so a written one always counts as a change: "no change" would confirm a guess.
    .filter(([key, value]) => !before || !isSame(definition.fields[key], before[key], value))
  return Object.fromEntries(entries)
}

/** Fields that the engine writes itself, in the columns of the same name. */
const systemKeys = new Set(['id', 'version', 'created_at', 'updated_at'])

/** Compares the values of a field. A text that is missing in a language is the same as an empty one. */
function isSame(field: FieldDefinition | undefined, before: unknown, after: unknown): boolean {
  if (!field?.localized || !isPlainObject(before) || !isPlainObject(after)) return isSameValue(before, after)
  return locales.every((locale) => isSameValue(before[locale] || null, after[locale] || null))
}

/** Compares values. A stored file (an object) equals each value with its number, whatever else of it a client sends back. */
function isSameValue(before: unknown, after: unknown): boolean {
  const [a, b] = [getFileNo(before), getFileNo(after)]
  if (isEmptyValue(before) && isEmptyValue(after)) return true
  return isEqual(before, after) || (a !== undefined && a === b && typeof before === 'object')
}

function isEmptyValue(value: unknown): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0)
}

/** Creates what the hooks of a module get. @param after the row as the write leaves it */
function createHookContext(
  context: WriteContext,
  { operation, locked, input }: Pick<RowToSave, 'operation' | 'locked' | 'input'>,
  after: NextRow,
): WriteHookContext {
  const { trx, caller, locale, now, requestId, secrets } = context
  return {
    trx,
    operation,
    before: locked?.row,
    after,
    inputFields: new Set(Object.keys(input)),
    caller,
    locale,
    now,
    requestId,
    secrets,
    memory: context.memory ?? new Map(),
    send: async (message) => {
      await enqueueMessage(trx, { ...message, now }, secrets)
      context.noteMessage()
    },
  }
}

/** Picks the first issue of each path: forms show one per field. */
function keepFirstPerPath(issues: readonly FieldIssue[]): FieldIssue[] {
  const byPath = new Map<string, FieldIssue>()
  for (const issue of issues) if (!byPath.has(issue.path)) byPath.set(issue.path, issue)
  return [...byPath.values()]
}
