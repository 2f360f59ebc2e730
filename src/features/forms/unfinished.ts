import type { FieldIssue } from '#contract/envelope.ts'
import { isPlainObject, type FormField, type FormShape, type Values } from '#contract/form/form-shape.ts'
import { resolveObjectShape, type ObjectShape } from '#contract/form/object-shape.ts'
import { invalidIssue, createIssue } from '#contract/form/issue.ts'
import type { Locale } from '#contract/locale.ts'
import { addName } from './name-list.ts'
import { isSelectedFile } from './selected-file.ts'

/**
 * What stands in a control and is no value of its field yet: a name before its Enter, half a date, a picture that is
 * being cut. It is a value of the form like any other, so a draft holds it and nothing is sent past it.
 */
export interface Unfinished {
  /** What was typed or begun, as its control reads it. */
  $unfinished: unknown
  /** What the field holds without it. */
  value: unknown
}

/** Makes the value of a control in which something is not finished. */
export function unfinished(begun: unknown, value: unknown): Unfinished {
  return { $unfinished: begun, value }
}

/** True for what a control holds that is no value of its field yet. */
export function isUnfinished(value: unknown): value is Unfinished {
  return isPlainObject(value) && Object.hasOwn(value, '$unfinished')
}

/**
 * Values of a draft as forms hold them. Earlier versions of the app kept JSON that could not be read yet under a name of
 * its own, and nothing else that was not finished.
 */
export function readDraft(saved: Values): Values {
  const entries = Object.entries(saved).map(([key, value]) => {
    const isEarlier =
      isPlainObject(value) && typeof value['$unread'] === 'string' && Object.keys(value).length === 1
    return [key, isEarlier ? unfinished(value['$unread'], null) : value] as const
  })
  return Object.fromEntries(entries)
}

/** A value without what is not finished in it, also within an object. */
export function withoutUnfinished(value: unknown): unknown {
  return settle(value, (one) => one.value ?? null)
}

/** The same, with a name that was typed to the end and only lacks its Enter. */
export function withFinished(value: unknown): unknown {
  return settle(value, (one) => takeName(one) ?? one.value ?? null)
}

/** {@link withFinished} of each value. */
export const finishedValues = (values: Values): Values => withFinished(values) as Values

/**
 * The places in which something stands that nothing can be made of, each with its problem.
 * @param prefix of the paths, with its dot
 */
export function findUnfinished(
  shape: FormShape | ObjectShape,
  values: Values,
  locale: Locale,
  prefix = '',
): FieldIssue[] {
  const own = Object.entries(shape.fields).flatMap(([key, field]) => {
    const value = values[key]
    const inner = resolveObjectShape(field, values)
    if (inner && isPlainObject(value)) return findUnfinished(inner, value, locale, `${prefix}${key}.`)
    if (!isUnfinished(value) || takeName(value)) return []
    return [{ path: prefix + key, ...tell(field, value, locale) }]
  })
  const parts = Object.entries('parts' in shape ? (shape.parts ?? {}) : {}).flatMap(([key, part]) => {
    const value = values[key]
    return isPlainObject(value) ? findUnfinished(part, value, locale, `${prefix}${key}.`) : []
  })
  return [...own, ...parts]
}

/** Letters that cannot be read are none of the field's type; what else was begun can be finished or cancelled. */
function tell(field: FormField, { $unfinished: begun }: Unfinished, locale: Locale) {
  const { at: _at, ...told } =
    typeof begun === 'string' ? invalidIssue(field, locale) : createIssue(field, locale, 'field.unfinished')
  return told
}

function settle(value: unknown, toValue: (one: Unfinished) => unknown): unknown {
  if (isUnfinished(value)) return toValue(value)
  if (!isPlainObject(value) || isSelectedFile(value)) return value
  const entries = Object.entries(value).map(([key, one]) => [key, settle(one, toValue)] as const)
  // The same object where nothing is to be settled: it is compared by identity.
  return entries.some(([key, one]) => one !== value[key]) ? Object.fromEntries(entries) : value
}

/** A list with the name that was typed beside it, whose length the judge of the form sees to; undefined for no list. */
function takeName({ $unfinished: typed, value }: Unfinished): readonly unknown[] | undefined {
  if (typeof typed !== 'string' || !Array.isArray(value)) return undefined
  const outcome = addName(value as string[], typed, Infinity)
  return outcome.kind === 'added' ? outcome.names : value
}
