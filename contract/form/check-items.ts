import type { Locale } from '../locale.ts'
import { rowIdPattern } from '../row.ts'
import { maxItems } from './patterns.ts'
import { requiredIssue, invalidIssue, createIssue, prefixPath, type Issue } from './issue.ts'
import type { FormField } from './form-shape.ts'

const rowId = new RegExp(rowIdPattern)

type CheckItem = (field: FormField, item: unknown, locale: Locale) => Issue | undefined

/** Checks that a value lists options of the field, each once. */
export function checkEnumSet(field: FormField, value: unknown, locale: Locale): Issue | undefined {
  const members = new Set(field.options?.map((option) => option.value))
  const isMember = (item: unknown) => typeof item === 'string' && members.has(item)
  const check = (item: unknown) => (isMember(item) ? undefined : createIssue(field, locale, 'field.choice'))
  return checkItems(field, value, locale, { isDistinct: true, check })
}

/** Checks that a value lists row ids, each once. */
export function checkRelations(field: FormField, value: unknown, locale: Locale): Issue | undefined {
  const check = (item: unknown) =>
    typeof item === 'string' && rowId.test(item) ? undefined : invalidIssue(field, locale)
  return checkItems(field, value, locale, { isDistinct: true, check })
}

/** Checks that items have the type of the list and are not blank. */
export function checkList(
  field: FormField,
  value: unknown,
  locale: Locale,
  checkItem: CheckItem,
): Issue | undefined {
  const { of } = field
  const check = (item: unknown) => {
    if (!of) return invalidIssue(field, locale)
    return item === '' || item === null || item === undefined
      ? requiredIssue(of, locale)
      : checkItem(of, item, locale)
  }
  return checkItems(field, value, locale, { isDistinct: field.distinct === true, check })
}

interface ItemRules {
  /** True when duplicates are invalid. */
  isDistinct: boolean
  check: (item: unknown) => Issue | undefined
}

function checkItems(
  field: FormField,
  value: unknown,
  locale: Locale,
  { isDistinct, check }: ItemRules,
): Issue | undefined {
  if (!Array.isArray(value)) return invalidIssue(field, locale)
  const { min = 0, max = maxItems } = field
  if (value.length > max) return createIssue(field, locale, 'field.too_many', { max })
  if (value.length < min) return createIssue(field, locale, field.messages?.min ?? 'field.too_few', { min })
  const previousItems = new Set<unknown>()
  for (const [index, item] of value.entries()) {
    const issue =
      check(item) ??
      (isDistinct && previousItems.has(item) ? createIssue(field, locale, 'field.repeated') : undefined)
    if (issue) return prefixPath(index, issue)
    previousItems.add(item)
  }
  return undefined
}
