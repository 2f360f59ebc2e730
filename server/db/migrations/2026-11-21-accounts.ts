import { PostgresAdapter, sql, type Kysely } from 'kysely'

/** Adds device and persistence of sign-ins, known IP addresses, download tokens, and sign-in by WeChat. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const flag = isPostgres ? 'boolean' : 'integer'
  const falseValue = isPostgres ? false : 0

  await db.schema.alterTable('sign_ins').addColumn('id', 'text').execute()
  await db.schema
    .alterTable('sign_ins')
    .addColumn('is_kept', flag, (column) => column.notNull().defaultTo(falseValue))
    .execute()
  await db.schema
    .alterTable('sign_ins')
    .addColumn('device', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await db.schema.alterTable('sign_ins').addColumn('verified_at', 'text').execute()
  const newId = isPostgres ? sql`gen_random_uuid()::text` : sql`lower(hex(randomblob(16)))`
  await sql`update sign_ins set id = ${newId}`.execute(db)
  await db.schema.createIndex('sign_ins_by_id').on('sign_ins').column('id').unique().execute()

  await db.schema.alterTable('users').addColumn('weixin_openid', 'text').execute()
  await db.schema
    .createIndex('users_weixin_openid_unique')
    .on('users')
    .column('weixin_openid')
    .unique()
    .execute()
  await db.schema.createIndex('users_by_email').on('users').column('email').execute()

  await db.schema
    .createTable('known_places')
    .addColumn('place', 'text', (column) => column.primaryKey())
    .addColumn('known_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('known_places_by_time').on('known_places').column('known_at').execute()

  await db.schema
    .createTable('download_tokens')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('sign_in_hash', 'text', (column) => column.notNull())
    .addColumn('file_no', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addForeignKeyConstraint('download_tokens_sign_in', ['sign_in_hash'], 'sign_ins', ['token_hash'], (key) =>
      key.onDelete('cascade'),
    )
    .execute()
  await db.schema
    .createIndex('download_tokens_by_sign_in')
    .on('download_tokens')
    .column('sign_in_hash')
    .execute()

  await db.schema
    .createTable('weixin_states')
    .addColumn('state_hash', 'text', (column) => column.primaryKey())
    .addColumn('browser_hash', 'text', (column) => column.notNull())
    .addColumn('redirect_url', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('weixin_codes')
    .addColumn('code_hash', 'text', (column) => column.primaryKey())
    .addColumn('browser_hash', 'text', (column) => column.notNull())
    .addColumn('openid', 'text')
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute()
}
