import type { FieldIssue } from '#contract/envelope.ts'
import { checkForm, removeHiddenFields } from '#contract/form/check-form.ts'
import { isPlainObject, type Values } from '#contract/form/form-shape.ts'
import type { FieldDefinition } from '#contract/field-definition.ts'
import { locales } from '#contract/locale.ts'
import { enqueueMessage } from '#server/messages/outgoing.ts'
import { createHttpError } from '#server/errors.ts'
import { ownClientRowId } from '../schema/client-row-ids.ts'
import type { ServerModule } from '../schema/server-module.ts'
import { findConstraintProblems, isEqual } from './constraints.ts'
import { fileNo, fileProblems } from './file-problems.ts'
import type { LockedRow } from './lock-row.ts'
import { findOverlaps, refuseOverlaps } from './overlaps.ts'
import { createSiblingRows, type SiblingRows, type RowWithId } from './sibling-rows.ts'
import { maxReportedIssues } from './read-body.ts'
import { loadRelated, relationProblems, sortRelations, type RelatedRows } from './related-rows.ts'
import type { NextRow, WriteHookContext } from '../schema/write-hooks.ts'
import { storeRow } from './store-row.ts'
import { hasShape } from './value-shape.ts'
import type { WriteContext } from '#server/engine/schema/write-hooks.ts'

/** A row as a call wants it. */
export interface RowToSave {
  deed: string
  id: string
  held: LockedRow | undefined
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

/** What a row is judged with beside itself. */
export interface ValidateRowDeps {
  related: RelatedRows
  others: SiblingRows
}

/** A row as it will be, and what is wrong with it. */
export interface ValidatedRow {
  step: WriteHookContext
  /** New values by field; of a new row all of them. */
  values: Readonly<Record<string, unknown>>
  /** One for each path; the row must not be written when there are any. */
  problems: readonly FieldIssue[]
  /** What it stands beside at one time in one place: told, and not wrong. Empty when there are problems. */
  overlaps: readonly FieldIssue[]
}

/**
 * Checks a row against everything that is asked of it and writes it. One that comes out as it was is left alone.
 * @returns false when nothing changed
 * @throws Refusal `validation.failed` with all that is wrong, at its fields, `row.overlaps` with those not accepted
 */
export async function saveRow(
  context: WriteContext,
  module: ServerModule,
  save: RowToSave,
): Promise<boolean> {
  const { definition } = module
  const { held, given, id, deed } = save
  const related = await loadRelated(context, definition, getFieldValues(save), Object.keys(given))
  const others = createSiblingRows(context.trx, module)
  const { step, values, problems, overlaps } = await validateRow(context, module, save, { related, others })
  if (problems.length > 0)
    throw createHttpError('validation.failed', { fields: problems.slice(0, maxReportedIssues) })
  refuseOverlaps(context, overlaps)
  const isAction = Object.hasOwn(definition.actions ?? {}, deed)
  if (held && Object.keys(values).length === 0 && !isAction) return false
  const clientRowId = ownClientRowId(context, module, step.after, save.clientRowId)
  await storeRow(context, module, { deed, id, before: held?.stored, values, clientRowId })
  await module.hooks?.follow?.(step)
  return true
}

/** A row's values before what is hidden falls out: what is there, what is given, what the engine sets. */
export function getFieldValues({ held, given, set, id }: RowToSave): RowWithId {
  return { ...held?.row, ...given, ...set, id }
}

/** Makes a row as it will be and checks it against everything that is asked of it. */
export async function validateRow(
  context: WriteContext,
  module: ServerModule,
  save: RowToSave,
  { related, others }: ValidateRowDeps,
): Promise<ValidatedRow> {
  const { definition } = module
  const { held, given, id } = save
  const shown = sortRelations(
    definition,
    removeHiddenFields(definition, getFieldValues(save), related.find),
    related,
  )
  const step = stepOf(context, save, { ...shown, id })
  const isShaped = Object.keys(given).every((key) => hasShape(definition.fields[key], shown[key]))
  const hooks = (isShaped && module.hooks) || {}
  const made = await hooks.make?.(step)
  const after: NextRow = { ...shown, ...made, id }
  const problems = await findProblems(
    context,
    { ...module, hooks },
    { save, step: { ...step, after } },
    { related, others },
  )
  const isRight = problems.length === 0
  return {
    step: { ...step, after },
    values: changedValues(module, held?.row, after),
    problems: firstOfEach(problems),
    overlaps: isRight ? await findOverlaps(context, module, { before: held?.row, after }, others) : [],
  }
}

/** What follows from a row's deletion. */
export async function afterDeletion(
  context: WriteContext,
  { hooks }: ServerModule,
  held: LockedRow,
): Promise<void> {
  await hooks?.follow?.(stepOf(context, { deed: 'delete', held, given: {} }, held.row))
}

/** What a call wants of a row, and the write that comes of it. */
interface PlannedSave {
  save: RowToSave
  step: WriteHookContext
}

async function findProblems(
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
    ...relationProblems(definition, after, given, related),
    ...(await fileProblems(context, module, save, after)),
    ...((await hooks?.check?.(step)) ?? []),
  ]
  // What other rows forbid is asked of a row that is right by itself.
  if (problems.length > 0) return problems
  return findConstraintProblems(others, module, { before: save.held?.row, after, given }, related)
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

function stepOf(
  context: WriteContext,
  { deed, held, given }: Pick<RowToSave, 'deed' | 'held' | 'given'>,
  after: NextRow,
): WriteHookContext {
  const { trx, caller, locale, now, requestId, secrets } = context
  return {
    trx,
    deed,
    before: held?.row,
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

function firstOfEach(problems: readonly FieldIssue[]): FieldIssue[] {
  const byPath = new Map<string, FieldIssue>()
  for (const problem of problems) if (!byPath.has(problem.path)) byPath.set(problem.path, problem)
  return [...byPath.values()]
}
