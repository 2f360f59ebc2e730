import { findField, isEmpty, type FormShape, type Values } from '#contract/form/form-shape.ts'
import { getChangedFields } from './validate-form.ts'
import { readDraft } from './unfinished.ts'

/** A row as the server has it. */
export type FormRow = Values & { version?: unknown }

/** What a form is based on now. */
export interface FormBase {
  shape: FormShape
  /** Keys of the form's fields. */
  fields: readonly string[]
  /** The row being edited, as it is known now; absent for a new one. */
  original?: FormRow | undefined
}

/** What the user has entered. It holds no copy of the row, because the row may become newer. */
export interface FormState {
  /** Fields that were typed; only these are saved in a draft. */
  typedValues: Values
  /** Typed values that the form was opened with or that came with a draft. */
  initial: Values
  /**
   * The row that was shown when typing began; absent until then.
   * A draft opened before its row is loaded knows only the row's version.
   */
  editBase?: { row: FormRow | undefined; version?: unknown }
  /**
   * Fields typed before the row was loaded whose value differs from it: the user has to choose.
   * Fields that are empty in the row are not among them.
   */
  conflicting?: readonly string[]
}

/**
 * Creates the state of a form with values over its row.
 * Values equal to the row follow the row. `version` in the values is the row version on which they were typed, so that
 * later changes of the row are detected. Without it, they were typed before there was a row.
 */
export function initFormState(base: FormBase, values: Values): FormState {
  const start = getStartValues(base)
  // Drafts of earlier versions are converted.
  const all = { ...start, ...readDraft(values) }
  const typedValues = Object.fromEntries(
    getChangedFields({ ...base, original: start }, all).map((key) => [key, all[key]]),
  )
  if (Object.keys(typedValues).length === 0) return { typedValues, initial: typedValues }
  const { version } = values
  return applyRow(base, { typedValues, initial: typedValues, editBase: { row: undefined, version } })
}

/**
 * Applies a row that has loaded since. Returns the same state when there is nothing to apply, so it can run at each
 * render.
 */
export function applyRow({ original, ...base }: FormBase, state: FormState): FormState {
  const { typedValues, initial, editBase } = state
  if (!original || !editBase || editBase.row) return state
  const { version } = editBase
  // The draft's version is older than the row if the row has changed since. The server then reports the conflict.
  if (version !== undefined) return { ...state, editBase: { row: { ...original, version }, version } }
  const changed = getChangedFields({ ...base, original }, { ...original, ...typedValues })
  const conflicting = changed.filter((key) => {
    const field = findField(base.shape, key)
    return field !== undefined && !isEmpty(field, original[key])
  })
  return withTyped(state, {
    typedValues: pick(typedValues, changed),
    initial: pick(initial, changed),
    row: original,
    conflicting,
  })
}

/** Resolves the conflicts: the fields in `ownFields` keep the typed value, the others take the row's. */
export function resolveConflicts(state: FormState, ownFields: readonly string[]): FormState {
  const { typedValues, initial, editBase, conflicting = [] } = state
  const remaining = Object.keys(typedValues).filter(
    (key) => !conflicting.includes(key) || ownFields.includes(key),
  )
  return withTyped(state, {
    typedValues: pick(typedValues, remaining),
    initial: pick(initial, remaining),
    row: editBase?.row,
    conflicting: [],
  })
}

/** Replaces the typed values. A form without any follows its row again. */
function withTyped(
  { editBase: _editBase, conflicting: _conflicting, ...state }: FormState,
  next: Pick<FormState, 'typedValues' | 'initial'> & {
    row: FormRow | undefined
    conflicting: readonly string[]
  },
): FormState {
  const { typedValues, initial, row, conflicting } = next
  return {
    ...state,
    typedValues,
    initial,
    ...(Object.keys(typedValues).length > 0 && { editBase: { row } }),
    ...(conflicting.length > 0 && { conflicting }),
  }
}

const pick = (values: Values, keys: readonly string[]): Values =>
  Object.fromEntries(Object.entries(values).filter(([key]) => keys.includes(key)))

/** Sets the typed value of a field, over the row that is shown. */
export function setFieldValue(state: FormState, base: FormBase, key: string, value: unknown): FormState {
  return {
    ...state,
    typedValues: { ...state.typedValues, [key]: value },
    editBase: state.editBase ?? { row: base.original },
  }
}

/**
 * Returns the row that the user sees: the current row until they type, then the row on which typing began.
 * Its version lets the server detect a change by another user instead of overwriting it.
 */
export function getVisibleRow({ original }: FormBase, { editBase }: FormState): FormRow | undefined {
  return editBase ? editBase.row : original
}

/** Returns the values of all fields: defaults, then the shown row, then what was typed. */
export function getFormValues(
  base: FormBase,
  state: FormState,
  typedValues: Values = state.typedValues,
): Values {
  return { ...getStartValues({ ...base, original: getVisibleRow(base, state) }), ...typedValues }
}

/** Returns the defaults of the fields, and the row's values over them. */
function getStartValues({ shape, fields, original }: FormBase): Values {
  const defaults = fields.flatMap((key) => {
    const field = findField(shape, key) as { default?: unknown } | undefined
    return field?.default === undefined ? [] : [[key, field.default] as const]
  })
  return { ...Object.fromEntries(defaults), ...original }
}
