import type { FieldType } from '../field-definition.ts'
import { castInstant } from './cast-value.ts'
import {
  findField,
  isMultiValued,
  isPlainObject,
  type FormShape,
  type Values,
  type FormField,
} from './form-shape.ts'

/** Types that accept full-width input of input methods: `＋８６ １３８` for `+86 138`. */
const fullWidthTypes = new Set<FieldType>(['email', 'phone', 'id_number'])

/** Types whose values are one line of text. */
const singleLineTypes = new Set<FieldType>([
  'id',
  'string',
  'date',
  'time',
  'datetime',
  'email',
  'phone',
  'url',
  'id_number',
  'enum',
  'enum_set',
  'relation',
])

/** Returns whether the type is free text, in which invisible characters may join letters and emoji. */
const isFreeText = (type: FieldType): boolean => type === 'string' || type === 'text'

/**
 * Normalizes values for storage. Returns unknown fields and values of the wrong type unchanged, so that `checkForm`
 * reports them. Never throws.
 */
export function cleanValues(shape: FormShape, values: Values): Values {
  if (!isPlainObject(values)) return {}
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      const field = findField(shape, key)
      return [key, field ? cleanValue(field, value) : value]
    }),
  )
}

/**
 * Normalizes one value for storage: text in one Unicode form, without invisible characters at its ends. An empty value
 * becomes null, or an empty list in a field with several values.
 */
export function cleanValue(field: FormField, value: unknown): unknown {
  if (value === null || value === undefined) return isMultiValued(field) ? [] : null
  if (field.localized) return isPlainObject(value) ? cleanLanguages(field, value) : value
  if (isMultiValued(field)) return Array.isArray(value) ? value.map((item) => cleanItem(field, item)) : value
  return cleanSingleValue(field, value)
}

function cleanLanguages(field: FormField, value: Values): Values {
  const entries = Object.entries(value).map(([locale, text]) => [
    locale,
    typeof text === 'string' ? cleanLanguageText(field, text) : text,
  ])
  return Object.fromEntries(entries) as Values
}

/**
 * Cleans the text of one language. An empty text becomes null in a type that is no text, such as `richtext`: an empty
 * spreadsheet cell is read as an empty text.
 */
function cleanLanguageText({ type }: FormField, text: string): string | null {
  return text === '' && !isFreeText(type) && !singleLineTypes.has(type) ? null : cleanText(type, text)
}

/** Cleans one item of a field with several values. */
function cleanItem(field: FormField, item: unknown): unknown {
  if (field.type === 'list') return field.of ? cleanValue(field.of, item) : item
  return typeof item === 'string' ? cleanText(field.type, item) : item
}

function cleanSingleValue(field: FormField, value: unknown): unknown {
  switch (field.type) {
    case 'integer':
    case 'decimal':
      // JSON has a negative zero, which SQLite and PostgreSQL store differently.
      return value === 0 ? 0 : value
    case 'file':
    case 'image': {
      // Clients send the number of a file, or the `FileValue` that they have read. The number is stored.
      const no = isPlainObject(value) && Object.hasOwn(value, 'no') ? value['no'] : value
      return typeof no === 'string' ? no.trim() || null : value
    }
    default:
      return typeof value === 'string' ? cleanText(field.type, value) || null : value
  }
}

/** Normalizes a text by the type of its field. In types without texts, such as `json`, texts stay as they are. */
function cleanText(type: FieldType, text: string): string {
  if (type !== 'text' && !singleLineTypes.has(type)) return text
  // UTF-8 cannot encode a lone surrogate.
  const wellFormed = text.replaceAll(/\p{Cs}/gu, '\uFFFD')
  const printable = type === 'text' ? normalizeLines(wellFormed) : toSingleLine(wellFormed)
  const form = fullWidthTypes.has(type) ? 'NFKC' : 'NFC'
  let visible = trimInvisible((isFreeText(type) ? printable : removeInvisible(printable)).normalize(form))
  if (type === 'id_number') visible = removeIdPunctuation(visible)
  if (type === 'email') visible = lowerDomain(visible)
  // `138.1234` and dashes of any kind become `138-1234`.
  if (type === 'phone') visible = visible.replaceAll(/[\p{Pd}−]|(?<=\d)[.·](?=\d)/gu, '-')
  // Normalized again: a removed character may have been between a letter and its accent, and some letters have a
  // composed form in one case only.
  visible = visible.normalize(form)
  // Invisible characters alone are no text. Inside a text they may join letters and emoji.
  if (/^[\s\p{Default_Ignorable_Code_Point}]*$/u.test(visible)) return ''
  return type === 'datetime' ? (castInstant(visible) ?? visible) : visible
}

/** Blanks and zero-width characters that do not join letters or emoji. */
const blankOrInvisible = /[\s\u200B\u2060]/u

/** Trims character by character: a regular expression for the end takes quadratic time on long runs of blanks. */
function trimInvisible(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && blankOrInvisible.test(text.charAt(start))) start += 1
  while (end > start && blankOrInvisible.test(text.charAt(end - 1))) end -= 1
  return text.slice(start, end)
}

/** Text copied from web pages and programs may contain invisible characters: direction marks, soft hyphens. */
function removeInvisible(text: string): string {
  return text.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
}

/** Maximum length of a number with slashes inside; a longer text is two numbers separated by a slash. */
const maxCharactersWithSlashes = 14

/**
 * Reduces an ID number to the form of a passport's machine-readable lines. Cards print blanks, dashes and dots between
 * the characters, slashes (`5/123456/7`) and a check character in brackets (`A123456(3)`). A dot before a blank stays,
 * because it ends a word, and words are no part of a number.
 */
function removeIdPunctuation(text: string): string {
  const withoutBlanks = text
    .replaceAll(/\.\s+(?=[\p{L}\p{N}])|[\s\p{Pd}.·]/gu, (match) => (match.length > 1 ? '. ' : ''))
    .replaceAll(/[a-z]/g, (letter) => letter.toUpperCase())
    .replaceAll(/[[【〔]/g, '(')
    .replaceAll(/[\]】〕]/g, ')')
  const isShort = withoutBlanks.replaceAll(/[^\p{L}\p{N}]/gu, '').length <= maxCharactersWithSlashes
  return (isShort ? withoutBlanks.replaceAll('/', '') : withoutBlanks).replaceAll(
    /(?<!\()\(+([A-Z0-9]{1,2})\)+/g,
    '$1',
  )
}

function normalizeLines(text: string): string {
  return text.replaceAll(/\r\n?|[\u2028\u2029]/g, '\n').replaceAll(/(?![\n\t])\p{Cc}/gu, '')
}

function toSingleLine(text: string): string {
  return text.replaceAll(/\r\n|[\n\r\t\u2028\u2029]/g, ' ').replaceAll(/\p{Cc}/gu, '')
}

/** Normalizes case and dots of the domain. Only the mail server may interpret the text before the `@`, so it stays. */
function lowerDomain(email: string): string {
  const atSign = email.lastIndexOf('@')
  if (atSign === -1) return email
  const domain = email.slice(atSign).replaceAll('。', '.')
  return email.slice(0, atSign) + domain.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
}
