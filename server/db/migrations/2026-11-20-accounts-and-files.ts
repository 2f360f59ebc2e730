import { PostgresAdapter, type Kysely } from 'kysely'

/** Creates the tables of users, sign-ins, files and module revisions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const flag = db.getExecutor().adapter instanceof PostgresAdapter ? 'boolean' : 'integer'

  await db.schema
    .createTable('users')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('login_name', 'text', (column) => column.notNull())
    .addColumn('mobile', 'text')
    .addColumn('email', 'text')
    .addColumn('display_name', 'text', (column) => column.notNull())
    .addColumn('password_hash', 'text')
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('is_administrator', flag, (column) => column.notNull())
    .addColumn('blocked_at', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addUniqueConstraint('users_login_name_unique', ['login_name'])
    .addUniqueConstraint('users_mobile_unique', ['mobile'])
    .execute()

  await db.schema
    .createTable('sign_ins')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('last_used_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addForeignKeyConstraint('sign_ins_user', ['user_id'], 'users', ['id'], (key) => key.onDelete('cascade'))
    .execute()
  await db.schema.createIndex('sign_ins_by_user').on('sign_ins').column('user_id').execute()

  await db.schema
    .createTable('files')
    .addColumn('no', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('media_type', 'text', (column) => column.notNull())
    .addColumn('size_bytes', 'integer', (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('storage_key', 'text', (column) => column.notNull())
    .addColumn('is_public', flag, (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('module_revisions')
    .addColumn('module', 'text', (column) => column.primaryKey())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .execute()
}
