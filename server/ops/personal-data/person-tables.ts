import type { Tables } from '#server/db/client.ts'

/** How a table that no module defines holds what belongs to a person. */
export interface PersonTable {
  /** Column with the account's id. */
  owner: string
  /** Columns that the person gets a copy of; secrets and what only the server needs are not among them. */
  copied: readonly string[]
}

/**
 * Whose the rows of each table are; null where they are nobody's, or where a person cannot be found in them: they hold
 * HMACs, or go within a day. The compiler asks for a line for every new table.
 */
export const personTables: Readonly<Record<keyof Tables, PersonTable | null>> = {
  users: {
    owner: 'id',
    copied: ['id', 'login_name', 'display_name', 'mobile', 'email', 'role', 'weixin_openid', 'created_at'],
  },
  sign_ins: { owner: 'user_id', copied: ['device', 'is_kept', 'created_at', 'last_used_at', 'expires_at'] },
  // The secret is sealed and the codes are HMACs: neither is copied.
  second_factors: { owner: 'user_id', copied: ['created_at', 'confirmed_at'] },
  recovery_codes: { owner: 'user_id', copied: ['used_at'] },
  download_history: { owner: 'user_id', copied: ['no', 'downloaded_at'] },
  // Files and uploads have bytes too and are looked after by themselves.
  files: null,
  file_references: null,
  uploads: null,
  // What waits is sealed; it goes with the person.
  message_queue: { owner: 'user_id', copied: ['channel', 'next_try_at'] },
  // What was answered is sealed; it goes with the person.
  idempotency_keys: { owner: 'user_id', copied: ['route', 'created_at', 'expires_at'] },
  // Rows that wait are others' data; they go within a day.
  imports: null,
  import_rows: null,
  known_places: null,
  download_tokens: null,
  weixin_states: null,
  weixin_codes: null,
  upload_tickets: null,
  module_revisions: null,
  search_texts: null,
  // Ids of rows, which go with these.
  capacity_uses: null,
  // A row's history goes with the row; who wrote it is an id that names nobody once the account is gone.
  row_revisions: null,
  sms_codes: null,
  code_challenges: null,
  sms_sends: null,
  rate_counts: null,
  task_runs: null,
  key_marks: null,
}
