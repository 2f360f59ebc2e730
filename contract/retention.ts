import type { Localized } from './locale.ts'

/**
 * Why nothing is deleted because of time: no server has confirmed the clock yet, it is before or long after what was
 * written, or it differs from the database's own.
 */
export type ClockWait = 'unconfirmed' | 'behind' | 'ahead' | 'database'

/** Answer of `GET /front/retention`: what goes by itself, and how much of it would have gone by when. */
export interface RetentionPreview {
  /** When the forum's last day is over; null when its setting has none, and what counts from it stays. */
  forumEnd: string | null
  /** Instants at which it is looked: now, and some days ahead. */
  at: readonly string[]
  rules: readonly RetentionEntry[]
  /** Why nothing goes at this moment, whatever is due; null when the clock is believed. */
  clock: ClockWait | null
  /** How many days old the newest backup may be for people's records to go; null when none is demanded. */
  backupDays: number | null
  /** When the backup was made that records go by; null when there is none, or none that is new enough. */
  backupAt: string | null
}

/** A rule of retention. */
export interface RetentionEntry {
  /** Unique among them. */
  rule: string
  /** What it belongs to. */
  module: Localized | null
  /** What it takes away. */
  label: Localized
  /** Fields that it empties; the whole row goes when there are none. */
  fields: readonly Localized[]
  /** How long it is kept. */
  hours: number
  /** The time counts from the forum's end when that is later. */
  isOfForum: boolean
  /** Rows that would be taken away until each instant, if nothing changed meanwhile. */
  rows: readonly number[]
  /** Of the rows that are due now those that stay until a backup has them. */
  waitingRows: number
}
