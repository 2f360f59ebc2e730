import { sql, type Kysely } from 'kysely'
import { isPostgres, type ModuleTables } from '../../db/module-tables.ts'
import { searchTable } from '../schema/table-statements.ts'
import type { VisibleFields } from '../schema/visible-fields.ts'
import { toSearchTerms, type SearchTerm } from '#contract/search-text.ts'
import { listFieldColumns } from '#server/engine/field-types/columns.ts'
import { simplifyHan } from '#server/engine/field-types/derived-columns.ts'
import type { SqlFragment } from '#server/engine/field-types/filter-operators.ts'

/**
 * Builds the condition that a row of the module has all the words. Words without a letter or digit match nothing.
 * Terms hold letters and digits only (`toSearchTerms`), so they need no escape in the databases' query languages.
 */
export function searchCondition(kysely: Kysely<ModuleTables>, module: string, words: string): SqlFragment {
  const terms = toSearchTerms(words, simplifyHan)
  if (terms.length === 0) return sql`1 = 0`
  if (isPostgres(kysely)) return postgresCondition(terms)
  const table = sql.id(searchTable(module))
  const query = terms.map(sqliteTerm).join(' AND ')
  return sql`row_no in (select rowid from ${table} where ${table} match ${query})`
}

/** Formats a term for FTS5: tokens in quotes are adjacent, a star after them makes the last one a prefix. */
function sqliteTerm({ tokens, prefix }: SearchTerm): string {
  return `"${tokens.join(' ')}"${prefix ? ' *' : ''}`
}

/**
 * Builds the condition on PostgreSQL. The index finds the rows that have all tokens; `strpos` on the text then checks that a
 * phrase's tokens are adjacent. A tsvector stores positions up to 16,383 and 256 per token, so phrase queries would miss long
 * texts. All tokens are one parameter, so searches of one word and of three share a statement.
 */
function postgresCondition(terms: readonly SearchTerm[]): SqlFragment {
  // A term that is a prefix has one token only.
  const query = terms
    .flatMap(({ tokens, prefix }) => tokens.map((token) => `'${token}'${prefix ? ':*' : ''}`))
    .join(' & ')
  const phrases = terms.filter(({ tokens }) => tokens.length > 1)
  const phraseConditions = phrases.map(
    ({ tokens }) => sql`strpos(' ' || search_text || ' ', ${` ${tokens.join(' ')} `}) > 0`,
  )
  return sql.join([sql`search_vector @@ ${query}::tsquery`, ...phraseConditions], sql` and `)
}

/** Minimum number of digits to find a phone number by its ending. */
const minDigits = 4
/** Characters that people and programs write between digits. */
const digitSeparators = ['+', ' ', '-', '(', ')', '.', '/']

/**
 * Builds the condition that one of a row's phone numbers ends with the digits of the words, however both are formatted.
 * Country codes and leading zeros for dialling out do not matter.
 * @param fields fields that the caller may filter by
 * @returns undefined when the words are not a phone number, or there is no field for one
 */
export function phoneCondition(table: string, fields: VisibleFields, words: string): SqlFragment | undefined {
  const normalized = words
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/\p{Pd}/gu, '-')
    .trim()
  // A zero in brackets, as in +44 (0)20, is only dialled inside the country.
  const digits = normalized.replace('(0)', '').replaceAll(/\D/g, '')
  // With and without leading zeros: a stored number may begin with the country code instead.
  const endings = [...new Set([digits, digits.replace(/^0+/, '')])].filter(
    ({ length }) => length >= minDigits,
  )
  if (endings.length === 0 || !/^[+\d\s()./-]+$/.test(normalized)) return undefined
  const columns = [...fields]
    .filter(([, field]) => field.type === 'phone')
    .flatMap(([key, field]) => listFieldColumns(key, field).map(({ name }) => sql.ref(`${table}.${name}`)))
  if (columns.length === 0) return undefined
  const endingConditions = columns.flatMap((column) =>
    endings.map((ending) => sql`${toDigits(column)} like ${`%${ending}`}`),
  )
  return sql`(${sql.join(endingConditions, sql` or `)})`
}

/** Builds the expression that removes the separators from a phone number. */
function toDigits(column: SqlFragment): SqlFragment {
  return digitSeparators.reduce<SqlFragment>((text, sign) => sql`replace(${text}, ${sign}, '')`, column)
}
