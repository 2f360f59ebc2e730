import type { ColumnType } from 'kysely'
import type { Role } from '#contract/calls.ts'

/** Boolean on PostgreSQL, 0 or 1 on SQLite. */
type Flag = ColumnType<boolean | number, boolean | number, boolean | number>

/** People with an account. Instants are ISO 8601 in UTC with whole seconds. */
export interface UsersTable {
  id: string
  /** Mobile, e-mail or an organiser's login, lower case. */
  login_name: string
  /** E.164 */
  mobile: string | null
  email: string | null
  display_name: string
  password_hash: string | null
  role: Role
  is_administrator: Flag
  blocked_at: string | null
  created_at: string
  updated_at: string
}

/** Tokens that are valid for a person. */
export interface SignInsTable {
  /** Hexadecimal SHA-256 of the token; the token itself is nowhere. */
  token_hash: string
  user_id: string
  created_at: string
  last_used_at: string
  expires_at: string
}

/** What is known of a stored file; its bytes lie in the file storage under `storage_key`. */
export interface FilesTable {
  /** Number in its address. */
  no: string
  name: string
  media_type: string
  size_bytes: number
  sha256: string
  storage_key: string
  is_public: Flag
  created_at: string
}

/** Counts the writes of each module: how memories in other processes learn of them. */
export interface ModuleRevisionsTable {
  module: string
  revision: number
}

/** Tables that no module definition describes. Those of modules are known at run time only (`module-tables.ts`). */
export interface Tables {
  users: UsersTable
  sign_ins: SignInsTable
  files: FilesTable
  module_revisions: ModuleRevisionsTable
}
