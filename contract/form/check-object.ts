import type { FieldProblem } from '../envelope.ts'
import type { Locale } from '../locale.ts'
import { checkForm } from './check-form.ts'
import { isPlainObject, type FormField, type Values } from './form-shape.ts'
import type { ObjectShape } from './object-shape.ts'

/** The shape that the value of a field must have in this row; undefined when it may hold what it likes. */
export function shapeIn({ shaped }: Pick<FormField, 'shaped'>, values: Values): ObjectShape | undefined {
  const name = shaped && values[shaped.field]
  return typeof name === 'string' && Object.hasOwn(shaped?.shapes ?? {}, name)
    ? shaped?.shapes[name]
    : undefined
}

/** What is wrong with a value, or with an object within it, told at its path: `value.account.number`. */
export function checkObject(
  shape: ObjectShape,
  value: unknown,
  path: string,
  locale: Locale,
): FieldProblem[] {
  if (!isPlainObject(value)) return [{ path, key: 'field.invalid' }]
  const { fields, parts = {} } = shape
  const keys = new Set(Object.keys(fields))
  const form = { related: () => undefined, locale }
  const own = checkForm(shape, value, { writable: keys, given: keys }, form)
  const unknown = Object.keys(value).filter((key) => !keys.has(key) && !Object.hasOwn(parts, key))
  return [
    ...own.map((problem) => ({ ...problem, path: `${path}.${problem.path}` })),
    ...unknown.map((key) => ({ path: `${path}.${key}`, key: 'field.unknown' })),
    ...Object.entries(parts).flatMap(([key, part]) =>
      checkObject(part, value[key], `${path}.${key}`, locale),
    ),
  ]
}
