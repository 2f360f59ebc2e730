import type { Kysely } from 'kysely'

/** Creates the tables of import jobs and their rows, which are stored until commit and undo. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('imports')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('module', 'text', (column) => column.notNull())
    .addColumn('owner_id', 'text')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('options', 'text', (column) => column.notNull())
    .addColumn('binding', 'text', (column) => column.notNull())
    .addColumn('revisions', 'text', (column) => column.notNull())
    .addColumn('report', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('imports_by_expires_at').on('imports').columns(['expires_at']).execute()
  await db.schema
    .createTable('import_rows')
    .addColumn('import_id', 'text', (column) => column.notNull())
    .addColumn('line', 'integer', (column) => column.notNull())
    .addColumn('deed', 'text', (column) => column.notNull())
    .addColumn('row_id', 'text')
    .addColumn('version', 'integer')
    .addColumn('given', 'text')
    .addColumn('write', 'text')
    .addColumn('faults', 'text')
    .addPrimaryKeyConstraint('import_rows_key', ['import_id', 'line'])
    .addForeignKeyConstraint('import_rows_import', ['import_id'], 'imports', ['id'], (constraint) =>
      constraint.onDelete('cascade'),
    )
    .execute()
}
