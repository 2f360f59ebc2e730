import { sql, type Kysely } from 'kysely'

/**
 * Adds indexes that find the greatest article number: a number with more digits is greater. They include deleted articles,
 * whose numbers are not assigned again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['informations', 'documents', 'qa'])
    await sql.raw(`create index "${table}_by_no" on "${table}" (length("no"), "no")`).execute(db)
}
