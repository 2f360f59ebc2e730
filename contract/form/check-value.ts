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
import { typeName } from './type-names.ts'

const email = new RegExp(emailPattern)
const phone = new RegExp(phonePattern)
const url = new RegExp(urlPattern)
const time = new RegExp(timePattern)
const rowId = new RegExp(rowIdPattern)

/** Checks a value that is not empty. Returns undefined if it is valid for the field. */
export function checkValue(field: FormField, value: unknown, locale: Locale): Issue | undefined {
  return field.localized ? checkLanguages(field, value, locale) : checkOne(field, value, locale)
}

/** A needed text is needed in every language, as the forum's pages show both. */
function checkLanguages(field: FormField, value: unknown, locale: Locale): Issue | undefined {
  if (!isPlainObject(value) || !Object.keys(value).every(isLocale)) return invalidIssue(field, locale)
  for (const language of locales) {
    const text = Object.hasOwn(value, language) ? value[language] : undefined
    const isBlank = text === undefined || text === null || text === ''
    const found = isBlank ? field.required && requiredIssue(field, locale) : checkOne(field, text, locale)
    if (found) return prefixPath(language, found)
  }
  return undefined
}

function checkOne(field: FormField, value: unknown, locale: Locale): Issue | undefined {
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
        : unless(typeof value === 'string' && rowId.test(value), field, locale)
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
        return createIssue(field, locale, 'field.id_number', { type: typeName(field, locale) })
      return unless(isOfType(field, value), field, locale) ?? checkLength(field, value, locale)
    default:
      return unless(isOfType(field, value), field, locale) ?? checkLength(field, value, locale)
  }
}

function unless(isRight: boolean, field: FormField, locale: Locale): Issue | undefined {
  return isRight ? undefined : invalidIssue(field, locale)
}

/** Text of a given form may have bounds and a pattern of its own as well. */
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
      return time.test(text)
    case 'datetime':
      return castInstant(text) !== undefined
    case 'email':
      return text.length <= maxEmailLength && email.test(text)
    case 'phone':
      return phone.test(text)
    case 'url':
      return text.length <= maxUrlLength && url.test(text)
    case 'id_number':
      return isIdNumber(text)
    case 'id':
      return rowId.test(text)
    default:
      // Computed values are the server's.
      return false
  }
}

function isFileNo(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && value.length <= maxFileNoLength
}
