import type { FieldIssue } from '#contract/envelope.ts'
import { checkForm, removeHiddenFields } from '#contract/form/check-form.ts'
import { isPlainObject, type Values } from '#contract/form/form-shape.ts'
import type { FieldDefinition } from '#contract/field-definition.ts'
import { locales } from '#contract/locale.ts'
import { enqueueMessage } from '#server/messages/outgoing.ts'
import { createHttpError } from '#server/errors.ts'
import { ownClientRowId } from '../schema/client-row-ids.ts'
import type { ServerModule } from '../schema/server-module.ts'
import { findConstraintIssues, isEqual } from './constraints.ts'
import { fileNo, findFileIssues } from './file-problems.ts'
import type { LockedRow } from './lock-row.ts'
import { findOverlaps, checkOverlaps } from './overlaps.ts'
import { createSiblingRows, type SiblingRows, type RowWithId } from './sibling-rows.ts'
import { maxReportedIssues, hasShape } from './read-body.ts'
import { loadRelated, findRelationIssues, sortRelations, type RelatedRows } from './related-rows.ts'
import type { NextRow, WriteHookContext } from '../schema/write-hooks.ts'
import { storeRow } from './store-rows.ts'
import type { WriteContext } from '#server/engine/schema/write-hooks.ts'

/** A row as a call wants to save it. */
export interface RowToSave {
  operation: string
  id: string
  locked: LockedRow | undefined
  /** Clean values that the caller gave. */
  given: Values
  /** Values that the engine sets: a new row's defaults and owner, an action's state. */
  set?: Values
  /** Fields that the caller may write in this call. */
  writable: ReadonlySet<string>
  /** The id by which the caller's device knows a new row. */
  clientRowId?: string | undefined
  /** Found already in what was given. */
  problems: readonly FieldIssue[]
}

/** Other rows that a validation reads. */
export interface ValidateRowDeps {
  related: RelatedRows
  others: SiblingRows
}

/** The result of a validation. */
export interface ValidatedRow {
  step: WriteHookContext
  /** New values by field; of a new row all of them. */
  values: Readonly<Record<string, unknown>>
  /** One for each path; the row must not be written when there are any. */
  problems: readonly FieldIssue[]
  /** Rows in the same place at the same time: warnings. Empty when there are problems. */
  overlaps: readonly FieldIssue[]
}

/**
 * Validates a row and writes it, unless nothing changed.
 * @returns false when nothing changed
 * @throws HttpError `validation.failed` with all problems by field, `row.overlaps` with overlaps that the caller has not accepted
 */
export async function saveRow(
  context: WriteContext,
  module: ServerModule,
  save: RowToSave,
): Promise<boolean> {
  const { definition } = module
  const { locked, given, id, operation } = save
  const related = await loadRelated(context, definition, getFieldValues(save), Object.keys(given))
  const others = createSiblingRows(context.trx, module)
  const { step, values, problems, overlaps } = await validateRow(context, module, save, { related, others })
  if (problems.length > 0)
    throw createHttpError('validation.failed', { fields: problems.slice(0, maxReportedIssues) })
  checkOverlaps(context, overlaps)
  const isAction = Object.hasOwn(definition.actions ?? {}, operation)
  if (locked && Object.keys(values).length === 0 && !isAction) return false
  const clientRowId = ownClientRowId(context, module, step.after, save.clientRowId)
  await storeRow(context, module, { operation, id, before: locked?.stored, values, clientRowId })
  await module.hooks?.follow?.(step)
  return true
}

/** Merges stored values, given values and those that the engine sets, hidden fields included. */
export function getFieldValues({ locked, given, set, id }: RowToSave): RowWithId {
  return { ...locked?.row, ...given, ...set, id }
}

/** Builds the next version of a row and validates it. */
export async function validateRow(
  context: WriteContext,
  module: ServerModule,
  save: RowToSave,
  { related, others }: ValidateRowDeps,
): Promise<ValidatedRow> {
  const { definition } = module
  const { locked, given, id } = save
  const shown = sortRelations(
    definition,
    removeHiddenFields(definition, getFieldValues(save), related.find),
    related,
  )
  const step = createHookContext(context, save, { ...shown, id })
  const isShaped = Object.keys(given).every((key) => hasShape(definition.fields[key], shown[key]))
  const hooks = (isShaped && module.hooks) || {}
  const made = await hooks.make?.(step)
  const after: NextRow = { ...shown, ...made, id }
  const problems = await findIssues(
    context,
    { ...module, hooks },
    { save, step: { ...step, after } },
    { related, others },
  )
  const isRight = problems.length === 0
  return {
    step: { ...step, after },
    values: changedValues(module, locked?.row, after),
    problems: keepFirstPerPath(problems),
    overlaps: isRight ? await findOverlaps(context, module, { before: locked?.row, after }, others) : [],
  }
}

/** Runs the `follow` hook of a deletion. */
export async function afterDeletion(
  context: WriteContext,
  { hooks }: ServerModule,
  locked: LockedRow,
): Promise<void> {
  await hooks?.follow?.(createHookContext(context, { operation: 'delete', locked, given: {} }, locked.row))
}

/** A requested save and the write that results from it. */
interface PlannedSave {
  save: RowToSave
  step: WriteHookContext
}

async function findIssues(
  context: WriteContext,
  module: ServerModule,
  { save, step }: PlannedSave,
  { related, others }: ValidateRowDeps,
): Promise<FieldIssue[]> {
  const { definition, hooks } = module
  const { after, given } = step
  const form = { related: related.find, locale: context.locale }
  const problems = [
    ...save.problems,
    ...checkForm(definition, after, { writable: save.writable, given }, form),
    ...findRelationIssues(definition, after, given, related),
    ...(await findFileIssues(context, module, save, after)),
    ...((await hooks?.check?.(step)) ?? []),
  ]
  // Constraints over other rows are checked only for a row that is valid by itself.
  if (problems.length > 0) return problems
  return findConstraintIssues(others, module, { before: save.locked?.row, after, given }, related)
}

/** Fields that are not as they were; of a new row all of them. */
function changedValues(
  { definition }: ServerModule,
  before: Values | undefined,
  after: NextRow,
): Record<string, unknown> {
  const entries = Object.entries(definition.fields)
    .filter(([key, field]) => !systemKeys.has(key) && !field.computed)
    .map(([key]) => [key, after[key] ?? null] as const)
    // An ID number that is given counts as another one: "no change" would tell whoever guesses it.
    .filter(([key, value]) => !before || !isSame(definition.fields[key], before[key], value))
  return Object.fromEntries(entries)
}

const systemKeys = new Set(['id', 'version', 'created_at', 'updated_at'])

/** A text that is missing in a language is the same as an empty one. */
function isSame(field: FieldDefinition | undefined, before: unknown, after: unknown): boolean {
  if (!field?.localized || !isPlainObject(before) || !isPlainObject(after)) return isSameValue(before, after)
  return locales.every((locale) => isSameValue(before[locale] || null, after[locale] || null))
}

/** A file is the same when it has the same number, however much of it a caller sends back. */
function isSameValue(before: unknown, after: unknown): boolean {
  const [a, b] = [fileNo(before), fileNo(after)]
  if (isNothing(before) && isNothing(after)) return true
  return isEqual(before, after) || (a !== undefined && a === b && typeof before === 'object')
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0)
}

function createHookContext(
  context: WriteContext,
  { operation, locked, given }: Pick<RowToSave, 'operation' | 'locked' | 'given'>,
  after: NextRow,
): WriteHookContext {
  const { trx, caller, locale, now, requestId, secrets } = context
  return {
    trx,
    operation,
    before: locked?.row,
    after,
    given: new Set(Object.keys(given)),
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

function keepFirstPerPath(problems: readonly FieldIssue[]): FieldIssue[] {
  const byPath = new Map<string, FieldIssue>()
  for (const problem of problems) if (!byPath.has(problem.path)) byPath.set(problem.path, problem)
  return [...byPath.values()]
}
