import type { Kysely } from 'kysely'
import type { FieldDefinition } from '#contract/field-definition.ts'
import { idNumberPattern } from '#contract/form/patterns.ts'
import type { ModuleDefinition } from '#contract/module-definition.ts'
import { maskedValue } from '#contract/row.ts'
import type { Tables } from '#server/db/client.ts'
import type { Secrets } from '#server/secrets/secrets.ts'
import { moduleTables } from '../../db/module-tables.ts'
import type { ServerFieldType } from './field-type.ts'
import { presenceOperators } from './filter-operators.ts'
import { textType } from './text.ts'

/** Purpose of the HMAC: the same for all modules, so that numbers of two modules can be compared. */
const indexPurpose = 'blind index of ID numbers'

/** The number of an identity document: encrypted in its column, masked in every answer. */
export const idNumber: ServerFieldType = {
  // Passport numbers may begin with zeros, which a number cell loses.
  ...textType({ pattern: idNumberPattern }, { isNumber: true, acceptsDigits: () => false }),
  decode: () => maskedValue,
  operators: presenceOperators,
  isSealed: true,
}

/** Encrypts and decrypts the ID numbers of a row. The ciphertext is bound to the table, the field and the row. */
export interface FieldSealer {
  secrets: Secrets
  /** Table of the module. */
  table: string
  rowId: string
}

/** Values of a row's columns by name. */
type Columns = Readonly<Record<string, unknown>>

/** A new value of an ID number, and the row that it is written to. */
interface NumberChange {
  /** The new wire value. */
  value: unknown
  /** The columns of the row before the write. */
  stored: Columns
}

/** An ID number to find in a field of a module. */
export interface NumberQuery {
  /** Key of the field. */
  field: string
  /** The number in clear, as a user typed it. */
  number: string
  /** Id of a row that is left out of the result. */
  exceptId?: string | undefined
}

/** Names the column of the HMAC by which equal ID numbers are found. */
export function blindIndexColumn(key: string): string {
  return `${key}_index`
}

/** Computes the HMAC by which equal ID numbers are found. Width, case, blanks and hyphens do not count. */
export function createBlindIndex(secrets: Secrets, number: string): string {
  const normalized = number
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
  // Numbers of signs only would all be empty and equal one another.
  return secrets.hmac(indexPurpose, normalized === '' ? number : normalized)
}

/**
 * Finds the rows of a module that hold this ID number and are not deleted.
 * @returns their ids
 */
export async function findRowsByIdNumber(
  trx: Kysely<Tables>,
  secrets: Secrets,
  { name }: ModuleDefinition,
  { field, number, exceptId }: NumberQuery,
): Promise<string[]> {
  let query = moduleTables(trx)
    .selectFrom(name)
    .select('id')
    .where(blindIndexColumn(field), '=', createBlindIndex(secrets, number))
    .where('deleted_at', 'is', null)
  if (exceptId !== undefined) query = query.where('id', '!=', exceptId)
  const rows = await query.orderBy('id').execute()
  return rows.map(({ id }) => String(id))
}

/**
 * Creates the two columns of an ID number: the ciphertext and its blind index. Both are null for a blank number, which
 * would otherwise equal every other blank one.
 * @throws TypeError without a sealer, and for the mask, which is not a number
 */
export function sealIdNumber(
  key: string,
  number: unknown,
  sealer: FieldSealer | undefined,
): Record<string, string | null> {
  const index = blindIndexColumn(key)
  if (number === null || number === undefined) return { [key]: null, [index]: null }
  if (typeof number !== 'string') throw new TypeError(`${key}: an ID number is a text`)
  const text = number.trim()
  if (text === '') return { [key]: null, [index]: null }
  if (!sealer) throw new TypeError(`${key} is an ID number: it cannot be written without keys`)
  if (text === maskedValue) throw new TypeError(`${key}: there is no ID number behind the mask`)
  const { secrets } = sealer
  return { [key]: secrets.seal(text, getSealContext(key, sealer)), [index]: createBlindIndex(secrets, text) }
}

/**
 * Decrypts a row's stored ID number; null when there is none.
 * @throws UnsealError when it was encrypted with other keys, or for another row
 */
export function unsealIdNumber(key: string, row: Columns, sealer: FieldSealer): string | null {
  const sealed = row[key]
  return typeof sealed === 'string' ? sealer.secrets.unseal(sealed, getSealContext(key, sealer)) : null
}

/**
 * True when a write repeats the number that the row holds: its mask, or the number itself, which would look like a change
 * because each encryption differs. Decrypts nothing: a number whose keys are lost can still be replaced.
 */
export function isSameIdNumber(
  key: string,
  field: FieldDefinition,
  { value, stored }: NumberChange,
  sealer: FieldSealer | undefined,
): boolean {
  if (field.type !== 'id_number' || typeof stored[key] !== 'string') return false
  if (value === maskedValue) return true
  if (!sealer || typeof value !== 'string') return false
  return createBlindIndex(sealer.secrets, value) === stored[blindIndexColumn(key)]
}

/** Gets the context that a number is encrypted for: with another one it cannot be decrypted. */
function getSealContext(key: string, { table, rowId }: FieldSealer): string {
  return `${table} ${key} ${rowId}`
}
