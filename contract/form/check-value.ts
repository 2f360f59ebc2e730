import { locales, type Locale } from '../locale.ts'
import { rowIdPattern } from '../row.ts'
import { castInstant, isDate } from './cast-value.ts'
import { checkEnumSet, checkList, checkRelations } from './check-items.ts'
import { checkNumber } from './check-number.ts'
import { isRichText, isSmallJson } from './check-structure.ts'
import { checkText } from './check-text.ts'
import { isLocale, isPlainObject, type FormField } from './form-shape.ts'
import { isIdNumber } from './id-number.ts'
import {
  emailPattern,
  maxEmailLength,
  maxFileNoLength,
  maxUrlLength,
  phonePattern,
  timePattern,
  urlPattern,
} from './patterns.ts'
import { requiredIssue, invalidIssue, createIssue, prefixPath, type Issue } from './issue.ts'
import { getTypeLabel } from './type-names.ts'

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
  if (!isPlainObject(value) || !Object.keys(value).every(isLocale)) return invalidIssue(field, locale)
  for (const language of locales) {
    const text = Object.hasOwn(value, language) ? value[language] : undefined
    const isBlank = text === undefined || text === null || text === ''
    const issue = isBlank
      ? field.required && requiredIssue(field, locale)
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
      return checkList(field, value, locale, checkValue)
    case 'relation':
      return field.relation?.many
        ? checkRelations(field, value, locale)
        : invalidUnless(typeof value === 'string' && rowIdExpression.test(value), field, locale)
    case 'enum':
      if (typeof value !== 'string') return invalidIssue(field, locale)
      return field.options?.some((option) => option.value === value)
        ? undefined
        : createIssue(field, locale, 'field.choice')
    case 'string':
    case 'text':
      return checkText(field, value, locale)
    case 'id_number':
      if (typeof value === 'string' && /[^A-Za-z0-9]/.test(value))
        return createIssue(field, locale, 'field.id_number', { type: getTypeLabel(field, locale) })
      return invalidUnless(isOfType(field, value), field, locale) ?? checkLength(field, value, locale)
    default:
      return invalidUnless(isOfType(field, value), field, locale) ?? checkLength(field, value, locale)
  }
}

function invalidUnless(isValid: boolean, field: FormField, locale: Locale): Issue | undefined {
  return isValid ? undefined : invalidIssue(field, locale)
}

/** Checks the field's own bounds and pattern, in addition to those of its type. */
function checkLength(field: FormField, value: unknown, locale: Locale): Issue | undefined {
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

function isFileNo(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && value.length <= maxFileNoLength
}
