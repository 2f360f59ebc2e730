import type { Kysely } from 'kysely'

/** Adds the sort keys of texts; the server fills the column at its next start. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of tables) {
    await db.schema
      .alterTable(table)
      .addColumn('sort_keys', 'text', (column) => column.notNull().defaultTo('{}'))
      .execute()
  }
}

const tables = [
  'sessions',
  'tracks',
  'rooms',
  'speakers',
  'tour_routes',
  'meeting_rooms',
  'informations',
  'documents',
  'materials',
  'qa',
  'article_category',
  'pages',
  'places',
  'partners',
  'exhibitors',
  'hall_plans',
  'live_streams',
  'registrations',
  'staff_registrations',
  'travel_infos',
  'side_meetings',
  'speech_materials',
  'favourites',
  'notes',
  'outgoing_messages',
  'settings',
  'audit_log',
  'users',
]
