import type { FieldDefinition } from '#contract/field-definition.ts'
import { maskedValue } from '#contract/row.ts'
import type { Secrets } from '#server/secrets/secrets.ts'
import { createBlindIndex } from './blind-index.ts'
import { blindIndexColumn } from '#server/db/module-tables.ts'

/** What the ID numbers of a row are sealed and opened by: keys, and the place that the sealed text is bound to. */
export interface FieldSealer {
  secrets: Secrets
  table: string
  rowId: string
}

type Columns = Readonly<Record<string, unknown>>

/** A value that is written over a field of a row. */
interface NumberChange {
  value: unknown
  /** The columns of the row before the write. */
  stored: Columns
}

/**
 * The two columns of an ID number: sealed, and its blind index. Both are empty for blanks, which would be the same number
 * as everybody's who leaves it out.
 * @throws TypeError without what seals, and for the mask, which is no number
 */
export function sealIdNumber(
  key: string,
  number: unknown,
  sealing: FieldSealer | undefined,
): Record<string, string | null> {
  const index = blindIndexColumn(key)
  if (number === null || number === undefined) return { [key]: null, [index]: null }
  if (typeof number !== 'string') throw new TypeError(`${key}: an ID number is a text`)
  const text = number.trim()
  if (text === '') return { [key]: null, [index]: null }
  if (!sealing) throw new TypeError(`${key} is an ID number: it cannot be written without keys`)
  if (text === maskedValue) throw new TypeError(`${key}: there is no ID number behind the mask`)
  const { secrets } = sealing
  return { [key]: secrets.seal(text, placeOf(key, sealing)), [index]: createBlindIndex(secrets, text) }
}

/**
 * Opens a row's stored ID number; null when there is none.
 * @throws UnsealError when it was sealed by other keys, or for another row
 */
export function unsealIdNumber(key: string, row: Columns, sealing: FieldSealer): string | null {
  const sealed = row[key]
  return typeof sealed === 'string' ? sealing.secrets.open(sealed, placeOf(key, sealing)) : null
}

/**
 * True when what is written over a row is the number that it holds: its mask, as it was read, or the number itself, which
 * sealed anew would look like a change. Nothing is opened for it: a number whose keys are lost can still be written over.
 */
export function isSameIdNumber(
  key: string,
  field: FieldDefinition,
  { value, stored }: NumberChange,
  sealing: FieldSealer | undefined,
): boolean {
  if (field.type !== 'id_number' || typeof stored[key] !== 'string') return false
  if (value === maskedValue) return true
  if (!sealing || typeof value !== 'string') return false
  return createBlindIndex(sealing.secrets, value) === stored[blindIndexColumn(key)]
}

function placeOf(key: string, { table, rowId }: FieldSealer): string {
  return `${table} ${key} ${rowId}`
}
