import { sql, type Kysely } from 'kysely'
import { toSearchTerms, type SearchTerm } from '#contract/search-text.ts'
import type { SqlCondition } from './filter-sql.ts'
import { isPostgres, type ModuleTables } from '../../db/module-tables.ts'
import { simplifyHan } from '../field-types/simplify-han.ts'
import { searchTable } from '../schema/table-statements.ts'

/**
 * The condition that a row of the module has all the words. Words without a letter or digit find nothing.
 * Terms hold letters and digits only (`toSearchTerms`), so they need no escape in the databases' query languages.
 */
export function searchCondition(kysely: Kysely<ModuleTables>, module: string, words: string): SqlCondition {
  const terms = toSearchTerms(words, simplifyHan)
  if (terms.length === 0) return sql`1 = 0`
  if (isPostgres(kysely)) return postgresCondition(terms)
  const table = sql.id(searchTable(module))
  const query = terms.map(sqliteTerm).join(' AND ')
  return sql`row_no in (select rowid from ${table} where ${table} match ${query})`
}

function sqliteTerm({ tokens, prefix }: SearchTerm): string {
  return `"${tokens.join(' ')}"${prefix ? ' *' : ''}`
}

/**
 * The index finds the rows that hold all tokens. Whether they stand together is asked of the text itself: positions in
 * a tsvector end at 16,383 and at 256 of one token, so long texts would be lost by phrase queries. All tokens are one
 * parameter: searches of one word and of three are the same statement.
 */
function postgresCondition(terms: readonly SearchTerm[]): SqlCondition {
  const query = terms
    .flatMap(({ tokens, prefix }) => tokens.map((token) => `'${token}'${prefix ? ':*' : ''}`))
    .join(' & ')
  const phrases = terms.filter(({ tokens }) => tokens.length > 1)
  const together = phrases.map(
    ({ tokens }) => sql`strpos(' ' || search_text || ' ', ${` ${tokens.join(' ')} `}) > 0`,
  )
  return sql.join([sql`search_vector @@ ${query}::tsquery`, ...together], sql` and `)
}
