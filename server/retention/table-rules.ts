import type { Tables } from '#server/db/client.ts'

/** A table that no module defines, and what of it goes. */
export interface TableRule {
  table: keyof Tables
  /** Moment from which the time counts. */
  column: string
  hours: number
  /** The time counts from the forum's end when that is later. */
  isOfForum?: true
}

/** Limits count for a day at most (security.md 3). */
const countedHours = 24

/** What opens a door, and what is counted, goes when it is worth nothing any more (security.md 9: codes 24 h). */
export const tableRules: readonly TableRule[] = [
  { table: 'sign_ins', column: 'expires_at', hours: 0 },
  { table: 'download_tokens', column: 'expires_at', hours: 0 },
  { table: 'weixin_states', column: 'expires_at', hours: 0 },
  { table: 'weixin_codes', column: 'expires_at', hours: 0 },
  { table: 'upload_tickets', column: 'expires_at', hours: 0 },
  { table: 'idempotency_keys', column: 'expires_at', hours: 0 },
  // With its rows.
  { table: 'imports', column: 'expires_at', hours: 0 },
  { table: 'sms_codes', column: 'expires_at', hours: countedHours },
  { table: 'sms_sends', column: 'sent_at', hours: countedHours },
  { table: 'known_places', column: 'known_at', hours: 30 * countedHours },
  { table: 'download_history', column: 'downloaded_at', hours: 30 * countedHours, isOfForum: true },
  { table: 'rate_counts', column: 'window_start', hours: 2 * countedHours },
]
