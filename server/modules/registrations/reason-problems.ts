import type { FieldIssue } from '#contract/envelope.ts'
import { locales, type Localized } from '#contract/locale.ts'
import type { WriteHookContext } from '#server/engine/schema/write-hooks.ts'

/** A reason that is given must be there in every language: it is for a person whose language its author need not share. */
export function reasonProblems(field: string, { given, after }: WriteHookContext): FieldIssue[] {
  const reason = after[field] as Localized | null | undefined
  if (!given.has(field) || !reason) return []
  const isWhole = locales.every((locale) => Boolean(reason[locale]))
  return isWhole ? [] : [{ path: field, key: 'registration.reason_in_both' }]
}
