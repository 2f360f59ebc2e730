import { findField, isEmpty, type FormShape, type Values } from '#contract/form/form-shape.ts'
import { getChangedFields } from './validate-form.ts'
import { readDraft } from './unfinished.ts'

/** A row as the server has it. */
export type FormRow = Values & { version?: unknown }

/** What a form is over, as it is at this moment. */
export interface FormBase {
  shape: FormShape
  /** The fields that it asks for. */
  fields: readonly string[]
  /** The row that is edited, as it is known now; absent for a new one. */
  original?: FormRow | undefined
}

/** What a person made of a form. The row itself is no part of it: it may become newer than what was copied. */
export interface FormState {
  /** What was typed, and nothing else: what a draft keeps. */
  typed: Values
  /** What stood in it already when it was opened, or came with a draft. */
  given: Values
  /**
   * The row over which the first letter was typed; absent until then. A draft that is opened before its row is here knows
   * the row's version alone.
   */
  seen?: { row: FormRow | undefined; version?: unknown }
  /**
   * Fields that were typed before the row was here, and say something else than it does: one of the two is to be chosen.
   * What the row leaves empty is none of them.
   */
  unseen?: readonly string[]
}

/**
 * A form with these values over its row. What they hold unchanged of the row is left to the row. Their `version` says over
 * which one of it they were typed: what was changed of the row since then is not overwritten unseen. Without one they were
 * typed before there was a row.
 */
export function initFormState(ground: FormBase, values: Values): FormState {
  const start = startValues(ground)
  const all = { ...start, ...readDraft(values) }
  const typed = Object.fromEntries(
    getChangedFields({ ...ground, original: start }, all).map((key) => [key, all[key]]),
  )
  if (Object.keys(typed).length === 0) return { typed, given: typed }
  const { version } = values
  return takeRow(ground, { typed, given: typed, seen: { row: undefined, version } })
}

/**
 * The form as it is once the row is here: over the row, with what was typed before. The same state while there is nothing
 * to take, so that it can be asked at each drawing.
 */
export function takeRow({ original, ...ground }: FormBase, state: FormState): FormState {
  const { typed, given, seen } = state
  if (!original || !seen || seen.row) return state
  const { version } = seen
  if (version !== undefined) return { ...state, seen: { row: { ...original, version }, version } }
  const others = getChangedFields({ ...ground, original }, { ...original, ...typed })
  const unseen = others.filter((key) => {
    const field = findField(ground.shape, key)
    return field !== undefined && !isEmpty(field, original[key])
  })
  return withTyped(state, { typed: pick(typed, others), given: pick(given, others), row: original, unseen })
}

/** Of the fields that were typed before the row was here these stay as they were typed; the others are the row's. */
export function chooseTyped(state: FormState, mine: readonly string[]): FormState {
  const { typed, given, seen, unseen = [] } = state
  const stays = Object.keys(typed).filter((key) => !unseen.includes(key) || mine.includes(key))
  return withTyped(state, {
    typed: pick(typed, stays),
    given: pick(given, stays),
    row: seen?.row,
    unseen: [],
  })
}

/** A form in which nothing is typed any more follows its row again. */
function withTyped(
  { seen: _seen, unseen: _unseen, ...state }: FormState,
  next: Pick<FormState, 'typed' | 'given'> & { row: FormRow | undefined; unseen: readonly string[] },
): FormState {
  const { typed, given, row, unseen } = next
  return {
    ...state,
    typed,
    given,
    ...(Object.keys(typed).length > 0 && { seen: { row } }),
    ...(unseen.length > 0 && { unseen }),
  }
}

const pick = (values: Values, keys: readonly string[]): Values =>
  Object.fromEntries(Object.entries(values).filter(([key]) => keys.includes(key)))

/** One field's value was typed, over the row that is shown. */
export function setFieldValue(state: FormState, ground: FormBase, key: string, value: unknown): FormState {
  return {
    ...state,
    typed: { ...state.typed, [key]: value },
    seen: state.seen ?? { row: ground.original },
  }
}

/**
 * The row that the person saw: as it is now until something was typed, and from then on as it was. What somebody else
 * changed meanwhile shows by its version, and is not written over unseen.
 */
export function getSeenRow({ original }: FormBase, { seen }: FormState): FormRow | undefined {
  return seen ? seen.row : original
}

/** What stands in the form: defaults, the row that the person saw, what they typed. */
export function getFormValues(ground: FormBase, state: FormState, typed: Values = state.typed): Values {
  return { ...startValues({ ...ground, original: getSeenRow(ground, state) }), ...typed }
}

function startValues({ shape, fields, original }: FormBase): Values {
  const defaults = fields.flatMap((key) => {
    const field = findField(shape, key) as { default?: unknown } | undefined
    return field?.default === undefined ? [] : [[key, field.default] as const]
  })
  return { ...Object.fromEntries(defaults), ...original }
}
