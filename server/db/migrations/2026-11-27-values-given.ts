import { sql, type Kysely } from 'kysely'

/**
 * Numbers of articles by their length, deleted articles too: a counter with more digits comes after all with fewer, and a
 * number that was given once is not given again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['informations', 'documents', 'qa'])
    await sql.raw(`create index "${table}_by_no" on "${table}" (length("no"), "no")`).execute(db)
}
