import type { Localized } from './locale.ts'

/**
 * Why retention deletes nothing:
 * - `unconfirmed`: no server has confirmed yet that the clock is right
 * - `behind`: the clock is before the time at which it was last trusted, or without one before the newest row
 * - `ahead`: the clock is more than a day after that time, for example after a long downtime
 * - `database`: the database's clock differs, or the database does not answer
 */
export type ClockPauseReason = 'unconfirmed' | 'behind' | 'ahead' | 'database'

/** Response of `GET /front/retention`: what retention removes, and how many rows by when. */
export interface RetentionPreview {
  /** End of the forum's last day. Null if the setting has none; rows whose time counts from it then stay. */
  forumEnd: string | null
  /** Instants for which `rows` of each rule are counted: now and on some later days. */
  at: readonly string[]
  rules: readonly RetentionEntry[]
  /** Why nothing is removed now, whatever is due. Null if the clock is trusted. */
  clock: ClockPauseReason | null
  /** Maximum age of the newest backup in days for personal records to be removed. Null if no backup is required. */
  backupDays: number | null
  /** Time of the backup that removals depend on. Null without a backup that is new enough. */
  backupAt: string | null
}

/** A rule of retention with its counts of rows. */
export interface RetentionEntry {
  /** Unique name of the rule. */
  rule: string
  /** Label of its module. */
  module: Localized | null
  /** Label of the data that it removes. */
  label: Localized
  /** Labels of the fields that it empties. Without fields it removes the whole row. */
  fields: readonly Localized[]
  /** Retention period. */
  hours: number
  /** Whether the period starts at the forum's end if that is later. */
  isOfForum: boolean
  /** One count for each instant of `at`: rows that would be removed by then if nothing changed. */
  rows: readonly number[]
  /** Number of rows that are due now but stay until a backup contains them. */
  waitingRows: number
}
