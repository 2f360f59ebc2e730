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
const narrowed = new Set<FieldType>(['email', 'phone', 'id_number'])

/** Types whose values are one line of text. */
const oneLine = new Set<FieldType>([
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
const isWritten = (type: FieldType): boolean => type === 'string' || type === 'text'

/**
 * Normalizes values for storage. Unknown names and values of the wrong type come back unchanged, so that the check
 * refuses them. Never throws, whatever the input.
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

/** Normalizes one value for storage: text in one Unicode form, without invisible characters at its ends. */
export function cleanValue(field: FormField, value: unknown): unknown {
  if (value === null || value === undefined) return isMultiValued(field) ? [] : null
  if (field.localized) return isPlainObject(value) ? cleanLanguages(field, value) : value
  if (isMultiValued(field)) return Array.isArray(value) ? value.map((item) => cleanItem(field, item)) : value
  return cleanOne(field, value)
}

function cleanLanguages(field: FormField, value: Values): Values {
  const entries = Object.entries(value).map(([locale, text]) => [
    locale,
    typeof text === 'string' ? cleanTextIn(field, text) : text,
  ])
  return Object.fromEntries(entries) as Values
}

/** Where values are no texts, an empty text is none: an empty cell of a table is read as one. */
function cleanTextIn({ type }: FormField, text: string): string | null {
  return text === '' && !isWritten(type) && !oneLine.has(type) ? null : cleanText(type, text)
}

function cleanItem(field: FormField, item: unknown): unknown {
  if (field.type === 'list') return field.of ? cleanValue(field.of, item) : item
  return typeof item === 'string' ? cleanText(field.type, item) : item
}

function cleanOne(field: FormField, value: unknown): unknown {
  switch (field.type) {
    case 'integer':
    case 'decimal':
      // JSON knows a minus zero, the databases do not agree on it.
      return value === 0 ? 0 : value
    case 'file':
    case 'image': {
      const no = isPlainObject(value) && Object.hasOwn(value, 'no') ? value['no'] : value
      return typeof no === 'string' ? no.trim() || null : value
    }
    default:
      return typeof value === 'string' ? cleanText(field.type, value) || null : value
  }
}

function cleanText(type: FieldType, text: string): string {
  if (type !== 'text' && !oneLine.has(type)) return text
  // Half a character is none in UTF-8.
  const whole = text.replaceAll(/\p{Cs}/gu, '\uFFFD')
  const printed = type === 'text' ? asLines(whole) : asLine(whole)
  const form = narrowed.has(type) ? 'NFKC' : 'NFC'
  let visible = withoutUnseenEnds((isWritten(type) ? printed : withoutInvisible(printed)).normalize(form))
  if (type === 'id_number') visible = withoutPunctuation(visible)
  if (type === 'email') visible = lowerDomain(visible)
  if (type === 'phone') visible = visible.replaceAll(/[\p{Pd}−]|(?<=\d)[.·](?=\d)/gu, '-')
  // Normalized again: a removed character may have been between a letter and its accent, and some letters have a
  // composed form in one case only.
  visible = visible.normalize(form)
  // Invisible characters alone are no text. Inside a text they may join letters and emoji.
  if (/^[\s\p{Default_Ignorable_Code_Point}]*$/u.test(visible)) return ''
  return type === 'datetime' ? (castInstant(visible) ?? visible) : visible
}

/** Blanks and zero-width characters that do not join letters or emoji. */
const unseen = /[\s\u200B\u2060]/u

/** Character by character: an expression for the end would go through every run of blanks inside as often as it is long. */
function withoutUnseenEnds(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && unseen.test(text.charAt(start))) start += 1
  while (end > start && unseen.test(text.charAt(end - 1))) end -= 1
  return text.slice(start, end)
}

/** Text copied from web pages and programs may contain invisible characters: direction marks, soft hyphens. */
function withoutInvisible(text: string): string {
  return text.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
}

/** Most characters of a number that is printed with slashes; more are two numbers side by side. */
const longestWithSlashes = 14

/**
 * As in a passport's machine-readable lines: cards print blanks, dashes and dots between the characters,
 * slashes (`5/123456/7`) and a check character in brackets of any kind (`A123456(3)`). A dot before a blank ends a word,
 * which is no part of a number.
 */
function withoutPunctuation(text: string): string {
  const plain = text
    .replaceAll(/\.\s+(?=[\p{L}\p{N}])|[\s\p{Pd}.·]/gu, (found) => (found.length > 1 ? '. ' : ''))
    .replaceAll(/[a-z]/g, (letter) => letter.toUpperCase())
    .replaceAll(/[[【〔]/g, '(')
    .replaceAll(/[\]】〕]/g, ')')
  const isShort = plain.replaceAll(/[^\p{L}\p{N}]/gu, '').length <= longestWithSlashes
  return (isShort ? plain.replaceAll('/', '') : plain).replaceAll(/(?<!\()\(+([A-Z0-9]{1,2})\)+/g, '$1')
}

function asLines(text: string): string {
  return text.replaceAll(/\r\n?|[\u2028\u2029]/g, '\n').replaceAll(/(?![\n\t])\p{Cc}/gu, '')
}

function asLine(text: string): string {
  return text.replaceAll(/\r\n|[\n\r\t\u2028\u2029]/g, ' ').replaceAll(/\p{Cc}/gu, '')
}

/** Normalizes case and dots of the domain. Only the mail server may interpret the text before the `@`, so it stays. */
function lowerDomain(address: string): string {
  const at = address.lastIndexOf('@')
  if (at === -1) return address
  const domain = address.slice(at).replaceAll('。', '.')
  return address.slice(0, at) + domain.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
}
