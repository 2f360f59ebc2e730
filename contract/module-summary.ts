import type { FilterItem, Sorters } from './filters.ts'
import type { Localized } from './locale.ts'

/** One entry of `GET /modules`. */
export interface ModuleSummary {
  name: string
  label: Localized
  /** `group` of the module's definition. A client shows unknown groups as well. */
  group: string
  /** The caller works with its rows like an organiser, so the console lists the module. */
  managed: boolean
  /** Rows that an organiser has to handle. Present with `with=waiting` if there are any. */
  waiting?: readonly PendingSummary[]
  /** What a grant allows staff to do. Present with `with=grants`, for administrators, if the module can be granted. */
  grant?: GrantableActions
}

/** Actions that staff may do with a granted module. */
export interface GrantableActions {
  /** Of `list read drafts create update delete import export history reveal`. */
  actions: readonly string[]
  /** Labels of the module's own actions that they may call. */
  deeds: readonly Localized[]
}

/** Summary of a module's pending rows, which wait for an organiser. */
export interface PendingSummary {
  label: Localized
  /** Query of the list with the oldest first. */
  filters: readonly FilterItem[]
  sorters: Sorters
  count: number
  /** Number of rows that have been pending for longer than the limit of their module. */
  late: number
  /** Instant. Rows that have been pending since an earlier time count as late. Absent without a limit. */
  lateBefore?: string
  /** Instant since when the oldest row has been pending. */
  oldestAt: string
}
