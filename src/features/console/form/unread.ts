import { isPlainObject } from '#contract/form/form-shape.ts'
import { notValid } from '#contract/form/problem.ts'
import { defaultLocale } from '#contract/locale.ts'
import type { ModuleForm } from '#features/forms'

/** Text that is to become JSON and is none yet. A draft keeps it like any other value. */
export interface Unread {
  $unread: string
}

/** True for what was typed and could not be read as the field's type. */
export function isUnread(value: unknown): value is Unread {
  return isPlainObject(value) && typeof value['$unread'] === 'string' && Object.keys(value).length === 1
}

/**
 * Tells of what cannot be read, before anything is judged: the judge knows values, not letters.
 * @returns true when there is such
 */
export function refuseUnread(form: ModuleForm): boolean {
  const problems = Object.entries(form.values)
    .filter(([, value]) => isUnread(value))
    // Whoever reads it is told in their own language.
    .map(([path]) => ({ path, ...notValid(form.field(path), defaultLocale) }))
  if (problems.length > 0) form.refuse(problems)
  return problems.length > 0
}
