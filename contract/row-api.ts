/** Bodies and responses of requests about single rows, except the rows themselves. */

/** What the caller may do with a row in its present state: `permissions` of each row, with `with=permissions`. */
export interface RowPermissions {
  update: boolean
  delete: boolean
  /** Names of the actions that may be called now. */
  actions: readonly string[]
}

/** One write of a row, of `GET /front/revisions/{module}/{id}`. */
export interface RowRevisionInfo {
  /** Version of the row after this write. */
  version: number
  /** Instant. */
  at: string
  /** The operation: `create`, `edit`, `delete`, `restore`, `import`, `import.undone`, or the name of an action. */
  deed: string
  /** The user who wrote; null for the server. */
  actor: { id: string; name: string } | null
  /** Names of the fields that it changed. */
  fields: readonly string[]
  /** The previous values of these fields, without ID numbers, which revisions do not store. */
  before: Readonly<Record<string, unknown>>
}

/** Data of the error `row.stale`: somebody else changed the row since the caller read it. */
export interface StaleRowData {
  /** The row as it is now. */
  current: Readonly<Record<string, unknown>>
  /** Fields that both the caller and somebody else changed. */
  fields: readonly string[]
}

/** Body of `POST /front/reveal/{module}`. */
export interface RevealBody {
  id: string
  field: string
  /** The reason, in 5 to 200 characters. The audit log stores it. */
  reason: string
}

/** Answer of `POST /front/reveal/{module}`. */
export interface RevealData {
  /** An ID number as text, a file as its `FileValue`. */
  value: unknown
  /** For a file: token for one download within a minute, sent as `?token=`. */
  token?: string
}

/**
 * Member of a write's body beside the row's fields: ids of rows that the error `row.overlaps` has named and that the
 * caller accepts beside this one. An overlap with any other row is refused again.
 */
export const acceptedOverlapsKey = 'accepted_overlaps'

/** Maximum number of ids in `accepted_overlaps`. */
export const maxAcceptedOverlaps = 100
