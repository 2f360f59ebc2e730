import { sql, type Kysely } from 'kysely'

/** Fields that held files in the modules of that time. */
const fileFields = [
  ['documents', 'file'],
  ['informations', 'cover'],
  ['partners', 'logo'],
] as const

/**
 * Creates the tables of uploads in progress, of tickets for uploads without an account, and of references from rows to files.
 * Who may read a file now depends on the rows that reference it, no longer on the column `is_public`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('file_references')
    .addColumn('no', 'text', (column) => column.notNull())
    .addColumn('module', 'text', (column) => column.notNull())
    .addColumn('row_id', 'text', (column) => column.notNull())
    .addColumn('field', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('file_references_key', ['no', 'module', 'row_id', 'field'])
    .execute()
  await db.schema
    .createIndex('file_references_by_row')
    .on('file_references')
    .columns(['module', 'row_id'])
    .execute()
  for (const [module, field] of fileFields) {
    await sql`insert into file_references (no, module, row_id, field)
      select ${sql.ref(field)}, ${sql.lit(module)}, id, ${sql.lit(field)}
      from ${sql.table(module)} where ${sql.ref(field)} is not null`.execute(db)
  }

  await db.schema.alterTable('files').addColumn('owner_id', 'text').execute()
  await db.schema.alterTable('files').addColumn('attached_at', 'text').execute()
  await db.schema.alterTable('files').addColumn('expires_at', 'text').execute()
  await db.schema.alterTable('files').dropColumn('is_public').execute()
  // Files that no row references expire, so that the daily cleanup deletes them.
  await sql`update files set attached_at = created_at
    where exists (select 1 from file_references where file_references.no = files.no)`.execute(db)
  await sql`update files set expires_at = created_at where attached_at is null`.execute(db)
  await db.schema.createIndex('files_by_owner').on('files').column('owner_id').execute()
  await db.schema.createIndex('files_by_expiry').on('files').column('expires_at').execute()

  await db.schema
    .createTable('uploads')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('owner_id', 'text')
    .addColumn('module', 'text', (column) => column.notNull())
    .addColumn('field', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('size_bytes', 'integer', (column) => column.notNull())
    .addColumn('file_no', 'text')
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('uploads_by_owner').on('uploads').column('owner_id').execute()
  await db.schema.createIndex('uploads_by_expiry').on('uploads').column('expires_at').execute()

  await db.schema
    .createTable('upload_tickets')
    .addColumn('ticket_hash', 'text', (column) => column.primaryKey())
    .addColumn('module', 'text', (column) => column.notNull())
    .addColumn('field', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute()
}
