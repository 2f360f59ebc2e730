import type { Localized } from './locale.ts'

/** Answer of `GET /front/retention`: what goes by itself, and how much of it would have gone by when. */
export interface RetentionPreview {
  /** When the forum's last day is over; null when its setting has none, and what counts from it stays. */
  forumEnd: string | null
  /** Instants at which it is looked: now, and some days ahead. */
  at: readonly string[]
  rules: readonly RetentionEntry[]
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
}
