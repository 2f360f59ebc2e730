import type { Kysely } from 'kysely'

/** Binds codes to the requests that they were sent for, so that several codes of one number can be valid at once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('code_challenges')
    .addColumn('challenge_key', 'text', (column) => column.primaryKey())
    .addColumn('message_id', 'text', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('code_challenges_by_message')
    .on('code_challenges')
    .column('message_id')
    .execute()
  await db.schema.dropIndex('sms_codes_one').execute()
  await db.schema
    .createIndex('sms_codes_by_number')
    .on('sms_codes')
    .columns(['number_key', 'purpose', 'expires_at'])
    .execute()
  await db.schema
    .alterTable('sms_sends')
    .addColumn('origin_key', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
}
