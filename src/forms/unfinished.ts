import type { FieldIssue } from '#contract/envelope.ts'
import {
  isPlainObject,
  type FormField,
  type FormShape,
  type Values,
  resolveObjectShape,
  type ObjectShape,
} from '#contract/form/form-shape.ts'
import { createInvalidIssue, createIssue } from '#contract/form/issue.ts'
import type { Locale } from '#contract/locale.ts'
import { addName } from './name-list.ts'
import { isSelectedFile } from './selected-file.ts'

/**
 * Input of a control that is not a value of its field yet: a name before Enter, half a date, a picture being cropped.
 * It is part of the form's values, so drafts store it and the form is not sent with it.
 */
export interface Unfinished {
  /** The raw input, as its control reads it. */
  $unfinished: unknown
  /** Value of the field without it. */
  value: unknown
}

/** Creates the value of a control with unfinished input. */
export function createUnfinished(input: unknown, value: unknown): Unfinished {
  return { $unfinished: input, value }
}

/** True for a value with unfinished input. */
export function isUnfinished(value: unknown): value is Unfinished {
  return isPlainObject(value) && Object.hasOwn(value, '$unfinished')
}

/**
 * Reads the values of a draft.
 * Earlier versions of the app stored unreadable JSON under `$unread`, and no other unfinished input.
 */
export function readDraft(saved: Values): Values {
  const entries = Object.entries(saved).map(([key, value]) => {
    const isEarlier =
      isPlainObject(value) && typeof value['$unread'] === 'string' && Object.keys(value).length === 1
    return [key, isEarlier ? createUnfinished(value['$unread'], null) : value] as const
  })
  return Object.fromEntries(entries)
}

/** Returns a value without its unfinished input, also within an object. */
export function withoutUnfinished(value: unknown): unknown {
  return mapUnfinished(value, (one) => one.value ?? null)
}

/** Returns a value without its unfinished input, except that a typed name is added to its list. */
export function withFinished(value: unknown): unknown {
  return mapUnfinished(value, (one) => addTypedName(one) ?? one.value ?? null)
}

/** Applies {@link withFinished} to all values. */
export const finishedValues = (values: Values): Values => withFinished(values) as Values

/**
 * Finds unfinished input that cannot become a value. @returns one issue each
 * @param prefix of the paths, with its dot
 */
export function findUnfinished(
  shape: FormShape | ObjectShape,
  values: Values,
  locale: Locale,
  prefix = '',
): FieldIssue[] {
  const fieldIssues = Object.entries(shape.fields).flatMap(([key, field]) => {
    const value = values[key]
    const inner = resolveObjectShape(field, values)
    if (inner && isPlainObject(value)) return findUnfinished(inner, value, locale, `${prefix}${key}.`)
    if (!isUnfinished(value) || addTypedName(value)) return []
    return [{ path: prefix + key, ...createUnfinishedIssue(field, value, locale) }]
  })
  const partIssues = Object.entries('parts' in shape ? (shape.parts ?? {}) : {}).flatMap(([key, part]) => {
    const value = values[key]
    return isPlainObject(value) ? findUnfinished(part, value, locale, `${prefix}${key}.`) : []
  })
  return [...fieldIssues, ...partIssues]
}

/** Text that cannot be parsed is an invalid value. Other unfinished input can be finished or cancelled. */
function createUnfinishedIssue(field: FormField, { $unfinished: input }: Unfinished, locale: Locale) {
  // `at` is a path inside the value; the caller knows the whole path.
  const { at: _at, ...issue } =
    typeof input === 'string'
      ? createInvalidIssue(field, locale)
      : createIssue(field, locale, 'field.unfinished')
  return issue
}

/** Replaces unfinished input anywhere inside a value. Selected files are not entered. */
function mapUnfinished(value: unknown, toValue: (one: Unfinished) => unknown): unknown {
  if (isUnfinished(value)) return toValue(value)
  if (!isPlainObject(value) || isSelectedFile(value)) return value
  const entries = Object.entries(value).map(([key, one]) => [key, mapUnfinished(one, toValue)] as const)
  // Returns the same object when nothing changes, because callers compare by identity.
  return entries.some(([key, one]) => one !== value[key]) ? Object.fromEntries(entries) : value
}

/** Adds the typed name to its list; the form validation checks the length. Undefined when the value is no list. */
function addTypedName({ $unfinished: typed, value }: Unfinished): readonly unknown[] | undefined {
  if (typeof typed !== 'string' || !Array.isArray(value)) return undefined
  const result = addName(value as string[], typed, Infinity)
  // A repeated name is in the list already.
  return result.kind === 'added' ? result.names : value
}
