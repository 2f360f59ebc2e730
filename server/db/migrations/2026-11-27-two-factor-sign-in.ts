import type { Kysely } from 'kysely'

/** Creates the tables of second factors and recovery codes; adds to sign-ins when the second factor was given. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('second_factors')
    .addColumn('user_id', 'text', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('sealed_secret', 'text', (column) => column.notNull())
    .addColumn('last_step', 'integer')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('confirmed_at', 'text')
    .execute()
  await db.schema
    .createTable('recovery_codes')
    .addColumn('code_hmac', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('used_at', 'text')
    .execute()
  await db.schema.createIndex('recovery_codes_by_user').on('recovery_codes').column('user_id').execute()
  await db.schema.alterTable('sign_ins').addColumn('second_factor_at', 'text').execute()
}
