import { PostgresAdapter, sql, type Kysely } from 'kysely'

/**
 * Creates the tables of outgoing messages, of the queue with their contents, and of codes by text message with their
 * limits. `server/db/tables.ts` describes the columns.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  for (const statement of isPostgres ? postgres : sqlite) await sql.raw(statement).execute(db)

  await db.schema
    .createTable('message_queue')
    // The database numbers the rows, so the numbers are the order of the messages.
    .addColumn('seq', isPostgres ? 'bigint' : 'integer', (column) =>
      isPostgres ? column.primaryKey().generatedAlwaysAsIdentity() : column.primaryKey().autoIncrement(),
    )
    .addColumn('message_id', 'text', (column) => column.notNull().unique())
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('lane', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text')
    .addColumn('payload', 'text', (column) => column.notNull())
    .addColumn('next_try_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text')
    .addColumn('lease', 'text')
    .addColumn('leased_until', 'text')
    .execute()
  await db.schema.createIndex('message_queue_by_lane').on('message_queue').columns(['lane', 'seq']).execute()
  await db.schema
    .createIndex('message_queue_by_channel')
    .on('message_queue')
    .columns(['channel', 'seq'])
    .execute()

  // Messages that expire, such as codes, are claimed apart from the others.
  await sql`create index message_queue_by_expiry on message_queue (channel, seq) where expires_at is not null`.execute(
    db,
  )

  await db.schema
    .createTable('sms_codes')
    .addColumn('message_id', 'text', (column) => column.primaryKey())
    .addColumn('number_key', 'text', (column) => column.notNull())
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('code_hmac', 'text', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addColumn('ended_at', 'text')
    .execute()
  await sql`create unique index sms_codes_one on sms_codes (number_key, purpose) where ended_at is null`.execute(
    db,
  )

  await db.schema
    .createTable('sms_sends')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('number_key', 'text', (column) => column.notNull())
    .addColumn('sent_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('sms_sends_by_number')
    .on('sms_sends')
    .columns(['number_key', 'sent_at'])
    .execute()

  await db.schema
    .createTable('rate_counts')
    .addColumn('counter', 'text', (column) => column.primaryKey())
    .addColumn('window_start', 'text', (column) => column.notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    .execute()
}

// Tables of modules are written out, because their definitions change later and an old migration must not. On SQLite
// `row_no` connects a row with its entry in a search index; every module's table has it.
const sqlite = [
  `create table "outgoing_messages" ("row_no" integer primary key, "id" text not null unique, "version"
    integer not null, "created_at" text not null, "updated_at" text not null, "deleted_at" text, "source"
    text, "source_key" text, "search_text" text not null default '', "channel" text not null, "recipient"
    text not null, "template" text not null, "language" text not null, "state" text not null, "tries" integer
    not null, "next_try_at" text, "sent_at" text, "problem" text)`,
  `create index "outgoing_messages_by_source" on "outgoing_messages" ("source", "source_key") where
    "deleted_at" is null`,
  `create index "outgoing_messages_by_created_at" on "outgoing_messages" ("created_at", "id") where
    "deleted_at" is null`,
  `create index "outgoing_messages_by_channel" on "outgoing_messages" ("channel", "created_at", "id") where
    "deleted_at" is null`,
  `create index "outgoing_messages_by_language" on "outgoing_messages" ("language", "created_at", "id")
    where "deleted_at" is null`,
  `create index "outgoing_messages_by_state" on "outgoing_messages" ("state", "created_at", "id") where
    "deleted_at" is null`,
  `create index "outgoing_messages_by_next_try_at" on "outgoing_messages" ("next_try_at", "id") where
    "deleted_at" is null`,
  `create index "outgoing_messages_by_sent_at" on "outgoing_messages" ("sent_at", "id") where "deleted_at"
    is null`,
]

const postgres = [
  `create table "outgoing_messages" ("id" text collate "C" not null primary key, "version" integer not null,
    "created_at" text collate "C" not null, "updated_at" text collate "C" not null, "deleted_at" text collate
    "C", "source" text collate "C", "source_key" text collate "C", "search_text" text not null default '',
    "channel" text collate "C" not null, "recipient" text collate "C" not null, "template" text collate "C"
    not null, "language" text collate "C" not null, "state" text collate "C" not null, "tries" integer not
    null, "next_try_at" text collate "C", "sent_at" text collate "C", "problem" text collate "C")`,
  `create index "outgoing_messages_by_source" on "outgoing_messages" ("source", "source_key") where
    "deleted_at" is null`,
  `create index "outgoing_messages_by_created_at" on "outgoing_messages" ("created_at", "id") where
    "deleted_at" is null`,
  `create index "outgoing_messages_by_channel" on "outgoing_messages" ("channel", "created_at", "id") where
    "deleted_at" is null`,
  `create index "outgoing_messages_by_language" on "outgoing_messages" ("language", "created_at", "id")
    where "deleted_at" is null`,
  `create index "outgoing_messages_by_state" on "outgoing_messages" ("state", "created_at", "id") where
    "deleted_at" is null`,
  `create index "outgoing_messages_by_next_try_at" on "outgoing_messages" ("next_try_at", "id") where
    "deleted_at" is null`,
  `create index "outgoing_messages_by_sent_at" on "outgoing_messages" ("sent_at", "id") where "deleted_at"
    is null`,
]
