import { sql, type Kysely } from 'kysely'
import { toSearchTerms, type SearchTerm } from '#contract/search-text.ts'
import type { Condition } from './filter-sql.ts'
import { isPostgres, type ModuleTables } from './module-tables.ts'
import { searchTable } from './table-statements.ts'

/**
 * The condition that a row of the module has all the words. Words without a letter or digit find nothing.
 * Terms hold letters and digits only (`toSearchTerms`), so they need no escape in the databases' query languages.
 */
export function searchCondition(kysely: Kysely<ModuleTables>, module: string, words: string): Condition {
  const terms = toSearchTerms(words)
  if (terms.length === 0) return sql`1 = 0`
  if (isPostgres(kysely)) return sql.join(terms.map(postgresTerm), sql` and `)
  const table = sql.id(searchTable(module))
  const query = terms.map(sqliteTerm).join(' AND ')
  return sql`row_no in (select rowid from ${table} where ${table} match ${query})`
}

function sqliteTerm({ tokens, prefix }: SearchTerm): string {
  return `"${tokens.join(' ')}"${prefix ? ' *' : ''}`
}

/**
 * The index finds the rows that hold all tokens. Whether they stand together is asked of the text itself: positions in
 * a tsvector end at 16,383 and at 256 of one token, so long texts would be lost by phrase queries.
 */
function postgresTerm({ tokens, prefix }: SearchTerm): Condition {
  const query = tokens.map((token) => `'${token}'${prefix ? ':*' : ''}`).join(' & ')
  const found = sql`search_vector @@ ${query}::tsquery`
  if (tokens.length === 1) return found
  return sql`${found} and strpos(' ' || search_text || ' ', ${` ${tokens.join(' ')} `}) > 0`
}
