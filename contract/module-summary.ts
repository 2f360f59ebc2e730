import type { FilterItem, Sorters } from './filters.ts'
import type { Localized } from './locale.ts'

/** One entry of `GET /modules`. */
export interface ModuleSummary {
  name: string
  label: Localized
  group: string
  /** The caller works with its rows as organisers do: it stands in the console. */
  managed: boolean
  /** What waits for an organiser there; only `with=waiting`, and where something does. */
  waiting?: readonly PendingSummary[]
  /** What a grant of it lets staff do; only `with=grants`, told to administrators, and where staff can be let in. */
  grant?: GrantableActions
}

/** What a member of staff may do with a module that is granted to them. */
export interface GrantableActions {
  /** Of `list read drafts create update delete import export history reveal`. */
  actions: readonly string[]
  /** Labels of the module's own actions that they may call. */
  deeds: readonly Localized[]
}

/** Rows that wait for an organiser. */
export interface PendingSummary {
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
