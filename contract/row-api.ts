/** What calls about single rows say beside the rows themselves. */

/** What the caller may do with a row in its present state: `permissions` of each row, when `with=permissions` asks. */
export interface RowPermissions {
  update: boolean
  delete: boolean
  /** Names of the actions that may be called now. */
  actions: readonly string[]
}

/** One write of a row, of `GET /front/revisions/{module}/{id}`. */
export interface RowRevisionInfo {
  /** Version of the row that it made. */
  version: number
  /** Instant. */
  at: string
  /** `create`, `edit`, `delete`, `restore`, or the name of an action. */
  deed: string
  /** Who did it; null for the server. */
  actor: { id: string; name: string } | null
  /** Names of the fields that it changed. */
  fields: readonly string[]
  /** What they held before, as far as it is kept. */
  before: Readonly<Record<string, unknown>>
}

/** What a stale edit answers (`row.stale`). */
export interface StaleRowData {
  /** The row as it is now. */
  current: Readonly<Record<string, unknown>>
  /** Fields that were changed here and there. */
  fields: readonly string[]
}

/** Body of `POST /front/reveal/{module}`. */
export interface RevealBody {
  id: string
  field: string
  /** Why, in 5 to 200 characters; the audit log keeps it. */
  reason: string
}

/** Answer of `POST /front/reveal/{module}`. */
export interface RevealData {
  /** An ID number as text, a file as its `FileValue`. */
  value: unknown
  /** Of a file: goes into its download's address as `?token=`, once, within a minute. */
  token?: string
}
