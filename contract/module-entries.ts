import type { FilterItem, Sorters } from './filters.ts'
import type { Localized } from './locale.ts'

/** One entry of `GET /modules`. */
export interface ModuleEntry {
  name: string
  label: Localized
  group: string
  /** The caller works with its rows as organisers do: it stands in the console. */
  managed: boolean
  /** What waits for an organiser there; only `with=waiting`, and where something does. */
  waiting?: readonly WaitingEntry[]
}

/** Rows that wait for an organiser. */
export interface WaitingEntry {
  label: Localized
  /** Lists them, the oldest first. */
  filters: readonly FilterItem[]
  sorters: Sorters
  count: number
  /** Those of them that wait for longer than the forum allows itself. */
  late: number
  /** Instant: who waits since before it waits for too long. Absent where there is no such limit. */
  lateBefore?: string
  /** Since when the oldest waits, an instant. */
  oldestAt: string
}
