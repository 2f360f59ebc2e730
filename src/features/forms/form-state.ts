import { fieldOf, type FormShape, type Values } from '#contract/form/form-shape.ts'
import { changedFields } from './judge.ts'

/** A row as the server has it. */
export type FormRow = Values & { version?: unknown }

/** What a form is over, as it is at this moment. */
export interface FormGround {
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
  /** The row over which the first letter was typed; absent until then. */
  seen?: { row: FormRow | undefined }
}

/**
 * A form with these values over its row. What they hold unchanged of the row is left to the row. Their `version` says over
 * which one of it they were typed: what was changed of the row since then is not overwritten unseen.
 */
export function fillForm(ground: FormGround, values: Values): FormState {
  const start = startValues(ground)
  const all = { ...start, ...values }
  const typed = Object.fromEntries(
    changedFields({ ...ground, original: start }, all).map((key) => [key, all[key]]),
  )
  if (Object.keys(typed).length === 0) return { typed, given: typed }
  const { version = ground.original?.version } = values
  return { typed, given: typed, seen: { row: ground.original && { ...ground.original, version } } }
}

/** One field's value was typed, over the row that is shown. */
export function typeInto(state: FormState, ground: FormGround, key: string, value: unknown): FormState {
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
export function rowSeen({ original }: FormGround, { seen }: FormState): FormRow | undefined {
  return seen ? seen.row : original
}

/** What stands in the form: defaults, the row that the person saw, what they typed. */
export function formValues(ground: FormGround, state: FormState, typed: Values = state.typed): Values {
  return { ...startValues({ ...ground, original: rowSeen(ground, state) }), ...typed }
}

function startValues({ shape, fields, original }: FormGround): Values {
  const defaults = fields.flatMap((key) => {
    const field = fieldOf(shape, key) as { default?: unknown } | undefined
    return field?.default === undefined ? [] : [[key, field.default] as const]
  })
  return { ...Object.fromEntries(defaults), ...original }
}
