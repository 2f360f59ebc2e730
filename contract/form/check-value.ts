import { locales, type Locale } from '../locale.ts'
import { rowIdPattern } from '../row.ts'
import { castInstant, isDate } from './cast-value.ts'
import { isRichText, isSmallJson } from './check-structure.ts'
import { isLocale, isPlainObject, type FormField } from './form-shape.ts'
import { isIdNumber } from './id-number.ts'
import {
  createIssue,
  createInvalidIssue,
  prefixPath,
  createRequiredIssue,
  type Issue,
  getTypeLabel,
} from './issue.ts'
import {
  emailPattern,
  maxEmailLength,
  maxFileNoLength,
  maxInteger,
  maxItems,
  maxUrlLength,
  phonePattern,
  timePattern,
  urlPattern,
} from './patterns.ts'

const emailExpression = new RegExp(emailPattern)
const phoneExpression = new RegExp(phonePattern)
const urlExpression = new RegExp(urlPattern)
const timeExpression = new RegExp(timePattern)
const rowIdExpression = new RegExp(rowIdPattern)

/** Checks a value that is not empty. Returns undefined if it is valid for the field. */
export function checkValue(field: FormField, value: unknown, locale: Locale): Issue | undefined {
  return field.localized ? checkLanguages(field, value, locale) : checkSingleValue(field, value, locale)
}

/** A required text is required in every language, because the forum's pages show both. */
function checkLanguages(field: FormField, value: unknown, locale: Locale): Issue | undefined {
  if (!isPlainObject(value) || !Object.keys(value).every(isLocale)) return createInvalidIssue(field, locale)
  for (const language of locales) {
    const text = Object.hasOwn(value, language) ? value[language] : undefined
    const isBlank = text === undefined || text === null || text === ''
    const issue = isBlank
      ? field.required && createRequiredIssue(field, locale)
      : checkSingleValue(field, text, locale)
    if (issue) return prefixPath(language, issue)
  }
  return undefined
}

function checkSingleValue(field: FormField, value: unknown, locale: Locale): Issue | undefined {
  switch (field.type) {
    case 'integer':
    case 'decimal':
      return checkNumber(field, value, locale)
    case 'enum_set':
      return checkEnumSet(field, value, locale)
    case 'list':
      return checkList(field, value, locale)
    case 'relation':
      return field.relation?.many
        ? checkRelations(field, value, locale)
        : invalidUnless(typeof value === 'string' && rowIdExpression.test(value), field, locale)
    case 'enum':
      if (typeof value !== 'string') return createInvalidIssue(field, locale)
      return field.options?.some((option) => option.value === value)
        ? undefined
        : createIssue(field, locale, 'field.choice')
    case 'string':
    case 'text':
      return checkText(field, value, locale)
    case 'id_number':
      // `cleanValues` removes the usual punctuation. The message names the characters that may stay.
      if (typeof value === 'string' && /[^A-Za-z0-9]/.test(value))
        return createIssue(field, locale, 'field.id_number', { type: getTypeLabel(field, locale) })
      return invalidUnless(isOfType(field, value), field, locale) ?? checkFieldLimits(field, value, locale)
    default:
      return invalidUnless(isOfType(field, value), field, locale) ?? checkFieldLimits(field, value, locale)
  }
}

function invalidUnless(isValid: boolean, field: FormField, locale: Locale): Issue | undefined {
  return isValid ? undefined : createInvalidIssue(field, locale)
}

/** Checks the `min`, `max` and `pattern` that the field sets for its text, in addition to those of its type. */
function checkFieldLimits(field: FormField, value: unknown, locale: Locale): Issue | undefined {
  return typeof value === 'string' ? checkText(field, value, locale) : undefined
}

function isOfType(field: FormField, value: unknown): boolean {
  switch (field.type) {
    case 'boolean':
      return typeof value === 'boolean'
    case 'json':
      return isSmallJson(value)
    case 'richtext':
      return isRichText(value)
    case 'file':
    case 'image':
      // Clients send the number of a file, or the `FileValue` that they have read.
      return isFileNo(isPlainObject(value) && Object.hasOwn(value, 'no') ? value['no'] : value)
    default:
      return typeof value === 'string' && isTextOfType(field, value)
  }
}

function isTextOfType(field: FormField, text: string): boolean {
  switch (field.type) {
    case 'date':
      return isDate(text)
    case 'time':
      return timeExpression.test(text)
    case 'datetime':
      return castInstant(text) !== undefined
    case 'email':
      return text.length <= maxEmailLength && emailExpression.test(text)
    case 'phone':
      return phoneExpression.test(text)
    case 'url':
      return text.length <= maxUrlLength && urlExpression.test(text)
    case 'id_number':
      return isIdNumber(text)
    case 'id':
      return rowIdExpression.test(text)
    default:
      // Users send no values of computed fields.
      return false
  }
}

/** Returns whether a value may be the number of a stored file. Whether there is such a file, the server checks. */
function isFileNo(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && value.length <= maxFileNoLength
}

/** Checks that a value lists options of the field, each once. */
function checkEnumSet(field: FormField, value: unknown, locale: Locale): Issue | undefined {
  const members = new Set(field.options?.map((option) => option.value))
  const isMember = (item: unknown) => typeof item === 'string' && members.has(item)
  const check = (item: unknown) => (isMember(item) ? undefined : createIssue(field, locale, 'field.choice'))
  return checkItems(field, value, locale, { isDistinct: true, check })
}

/** Checks that a value lists row ids, each once. */
function checkRelations(field: FormField, value: unknown, locale: Locale): Issue | undefined {
  const check = (item: unknown) =>
    typeof item === 'string' && rowIdExpression.test(item) ? undefined : createInvalidIssue(field, locale)
  return checkItems(field, value, locale, { isDistinct: true, check })
}

/** Checks that items have the type of the list and are not blank. */
function checkList(field: FormField, value: unknown, locale: Locale): Issue | undefined {
  const { of: itemField } = field
  const check = (item: unknown) => {
    if (!itemField) return createInvalidIssue(field, locale)
    return item === '' || item === null || item === undefined
      ? createRequiredIssue(itemField, locale)
      : checkValue(itemField, item, locale)
  }
  return checkItems(field, value, locale, { isDistinct: field.distinct === true, check })
}

/** What {@link checkItems} checks besides the number of items. */
interface ItemRules {
  /** True when duplicates are invalid. */
  isDistinct: boolean
  /** Checks one item on its own. */
  check: (item: unknown) => Issue | undefined
}

/** Checks that a value is an array with as many items as the field allows, and then each item. */
function checkItems(
  field: FormField,
  value: unknown,
  locale: Locale,
  { isDistinct, check }: ItemRules,
): Issue | undefined {
  if (!Array.isArray(value)) return createInvalidIssue(field, locale)
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

/** Checks a number: integer if required, within its bounds, and within the range that both databases store exactly. */
function checkNumber(field: FormField, value: unknown, locale: Locale): Issue | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return createInvalidIssue(field, locale)
  const isWhole = field.type === 'integer'
  if (isWhole && !Number.isInteger(value)) return createInvalidIssue(field, locale)
  const limit = isWhole ? maxInteger : Number.MAX_SAFE_INTEGER
  const min = Math.max(field.min ?? -limit, -limit)
  const max = Math.min(field.max ?? limit, limit)
  if (value < min) return createIssue(field, locale, 'field.too_small', { min })
  return value > max ? createIssue(field, locale, 'field.too_large', { max }) : undefined
}

/** Compiled patterns of fields. Definitions are few, so entries are never removed. */
const expressionsBySource = new Map<string, RegExp>()

/** Checks the length and pattern of a text. Lengths are counted in code points. */
function checkText(field: FormField, value: unknown, locale: Locale): Issue | undefined {
  if (typeof value !== 'string') return createInvalidIssue(field, locale)
  const { min, max, pattern } = field
  if (max !== undefined && isLonger(value, max)) return createIssue(field, locale, 'field.too_long', { max })
  if (min !== undefined && !isLonger(value, min - 1))
    return createIssue(field, locale, field.messages?.min ?? 'field.too_short', { min })
  return pattern === undefined || getExpression(pattern).test(value)
    ? undefined
    : createInvalidIssue(field, locale)
}

/** Returns whether a text has more code points than `length`. Stops counting there, because the text may be huge. */
function isLonger(text: string, length: number): boolean {
  if (text.length <= length) return false
  let count = 0
  for (const _ of text) if (++count > length) return true
  return false
}

/** Compiles a pattern as JSON Schema does: with the flag `u`. */
function getExpression(source: string): RegExp {
  let expression = expressionsBySource.get(source)
  if (!expression) expressionsBySource.set(source, (expression = new RegExp(source, 'u')))
  return expression
}
