import { sql } from 'kysely'
import { listFieldColumns } from '#server/db/module-tables.ts'
import type { SqlCondition } from './filter-sql.ts'
import type { VisibleFields } from '../schema/visible-fields.ts'

/** Digits by which a number is found: its ending, as somebody reads it out. */
const leastDigits = 4
/** What people and programs write between digits. */
const between = ['+', ' ', '-', '(', ')', '.', '/']

/**
 * The condition that one of a row's phone numbers ends with the digits of the words, however both are written. With or
 * without a country's code, and with zeros in front for dialling out, it is the same number.
 * @param fields those that the caller may ask for
 * @returns undefined when the words are no phone number, or there is no field for one
 */
export function phoneCondition(
  table: string,
  fields: VisibleFields,
  words: string,
): SqlCondition | undefined {
  const typed = words
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/\p{Pd}/gu, '-')
    .trim()
  // A zero in brackets, as in +44 (0)20, is dialled inside of the country alone.
  const digits = typed.replace('(0)', '').replaceAll(/\D/g, '')
  const endings = [...new Set([digits, digits.replace(/^0+/, '')])].filter(
    ({ length }) => length >= leastDigits,
  )
  if (endings.length === 0 || !/^[+\d\s()./-]+$/.test(typed)) return undefined
  const columns = [...fields]
    .filter(([, field]) => field.type === 'phone')
    .flatMap(([key, field]) => listFieldColumns(key, field).map(({ name }) => sql.ref(`${table}.${name}`)))
  if (columns.length === 0) return undefined
  const ends = columns.flatMap((column) =>
    endings.map((ending) => sql`${digitsOf(column)} like ${`%${ending}`}`),
  )
  return sql`(${sql.join(ends, sql` or `)})`
}

function digitsOf(column: SqlCondition): SqlCondition {
  return between.reduce<SqlCondition>((text, sign) => sql`replace(${text}, ${sign}, '')`, column)
}
