/** A dry run of an import, and what became of it (server/engine/import). */
export interface ImportsTable {
  /** The token. */
  id: string
  module: string
  /** Null when an operator imports. */
  owner_id: string | null
  state: 'reading' | 'checked' | 'committed' | 'undone' | 'cancelled'
  /** JSON of what the call asked for, and how the file was read. */
  options: string
  /** Hash of definition and permissions: with others the token is worth nothing. */
  binding: string
  /** JSON of the modules' revisions before the rows were checked. */
  revisions: string
  /** JSON of what was answered, without values of the file. */
  report: string | null
  created_at: string
  expires_at: string
}

/** A row of an import as it was checked. */
export interface ImportRowsTable {
  import_id: string
  line: number
  deed: 'create' | 'update' | 'unchanged' | 'bad'
  row_id: string | null
  /** Version of the row that the write makes. */
  version: number | null
  /** JSON of the values that the file gives; ID numbers are sealed. */
  given: string | null
  /** JSON of the columns to write. */
  write: string | null
  /** JSON of what is wrong, without values. */
  faults: string | null
}
