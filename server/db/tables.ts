// In all tables, columns `…_hash` contain SHA-256 in hexadecimal digits, and columns `no` and `file_no` the number of a file.
import type { ColumnType, Generated } from 'kysely'
import type { Role } from '#contract/api.ts'
import type { Locale } from '#contract/locale.ts'

/** Boolean on PostgreSQL, 0 or 1 on SQLite. */
type Flag = ColumnType<boolean | number, boolean | number, boolean | number>

/** Users: the columns of the module `users` that code names directly. Instants are ISO 8601 in UTC with whole seconds. */
export interface UsersTable {
  id: string
  /** Mobile, e-mail or an organiser's login, lower case. */
  login_name: string
  /** E.164 */
  mobile: string | null
  email: string | null
  display_name: string
  /** PHC string of argon2id; null for users who only sign in by code or WeChat. */
  password_hash: string | null
  role: Role
  is_administrator: Flag
  /** When an administrator blocked the account; null while it is not blocked. */
  blocked_at: string | null
  /** The person's id at WeChat, for this forum's WeChat app. */
  weixin_openid: ColumnType<string | null, string | null | undefined>
  /** JSON list of modules in which a member of staff has the permissions of organisers. */
  grants: ColumnType<string | null, string | null | undefined>
  /** Language of messages to the user; null for the default. */
  locale: ColumnType<Locale | null, Locale | null | undefined>
  /** Grows with each change that the console shows, so that a form of an older version is rejected. */
  version: Generated<number>
  /** Sort keys of lists (`server/db/sort-keys.ts`). */
  sort_keys: Generated<string>
  created_at: string
  updated_at: string
}

/** Tokens that authenticate a user. */
export interface SignInsTable {
  /** Hexadecimal SHA-256 of the token, which is not stored itself. */
  token_hash: string
  /** Id by which the user can end the sign-in. */
  id: string
  user_id: string
  /** True for a persistent sign-in, which expires later. */
  is_kept: Flag
  /** Browser and system, `Chrome · Android`; empty when unknown. */
  device: string
  /** When the user confirmed a code sent to their phone: allows a new password without the old one. */
  verified_at: string | null
  /** When the user gave the second factor in this sign-in. */
  second_factor_at: ColumnType<string | null, string | null | undefined>
  created_at: string
  /** Written at most once a minute; a sign-in that is not used for long expires. */
  last_used_at: string
  /** When it ends at the latest, however often it is used. */
  expires_at: string
}

/** IP addresses of successful sign-ins by password: failed attempts from other addresses do not block the user there. */
export interface KnownPlacesTable {
  /** HMAC of account and IP address. */
  place: string
  /** When the last sign-in from there succeeded. */
  known_at: string
}

/** Tokens that open one download once. */
export interface DownloadTokensTable {
  token_hash: string
  /** `token_hash` of the sign-in that created the token; ending the sign-in deletes the token. */
  sign_in_hash: string
  file_no: string
  /** Module, row and field whose masked file the token reveals; null for a file that the user may download anyway. */
  module: ColumnType<string | null, string | null | undefined>
  row_id: ColumnType<string | null, string | null | undefined>
  field: ColumnType<string | null, string | null | undefined>
  expires_at: string
}

/** Sign-ins by WeChat in progress. */
export interface WeixinStatesTable {
  state_hash: string
  /** Hash of the cookie of the browser that started it. */
  browser_hash: string
  /** URL of this app that the browser opens after the sign-in. */
  redirect_url: string
  expires_at: string
}

/** Codes issued after WeChat's redirect, to be exchanged for a token. */
export interface WeixinCodesTable {
  code_hash: string
  /** Hash of the cookie of the browser that started the sign-in. */
  browser_hash: string
  /** WeChat's id of the person; null before its response. An account with it may not exist yet. */
  openid: string | null
  expires_at: string
}

/** Metadata of a stored file; its bytes are in the file storage under `storage_key`. */
export interface FilesTable {
  /** Number in the file's URL. */
  no: string
  /** Name under which a browser saves it, with its extension. */
  name: string
  media_type: string
  size_bytes: number
  sha256: string
  /** A UUID, the name of the file in the storage's folder. */
  storage_key: string
  /** User who uploaded it; null for files of the server and uploads by a ticket. */
  owner_id: string | null
  /** The field that the file was uploaded for, or `#import`: only there it can be used. Null for the server's own files. */
  for_module: ColumnType<string | null, string | null | undefined>
  for_field: ColumnType<string | null, string | null | undefined>
  /** When a row first referenced it; before that only its owner may read it. */
  attached_at: string | null
  /** When the file is deleted unless a row references it; null while a row does. */
  expires_at: string | null
  created_at: string
}

/** Rows that reference a file, deleted rows included: a caller who may read the field of one may read the file. */
export interface FileReferencesTable {
  no: string
  module: string
  row_id: string
  field: string
}

/** Uploads in progress. Their bytes are in the storage's folder `arrivals` under the id. */
export interface UploadsTable {
  /** Becomes the storage key of the file. */
  id: string
  owner_id: string | null
  /** Module and field that the file is meant for; the field's rules apply to it. */
  module: string
  field: string
  name: string
  /** Announced size, or the limit: counted in the user's quota. */
  size_bytes: number
  /** The resulting file, set by the request that finishes the upload. A client that missed the response can repeat it. */
  file_no: string | null
  expires_at: string
}

/** Tickets for one upload each by people without an account, into this field of this module. */
export interface UploadTicketsTable {
  ticket_hash: string
  module: string
  field: string
  expires_at: string
}

/** Files that a user has downloaded, each with the first time. */
export interface DownloadHistoryTable {
  user_id: string
  no: string
  downloaded_at: string
}

/** Every write of a row of a module. */
export interface RowRevisionsTable {
  module: string
  row_id: string
  /** Version of the row after the write. */
  version: number
  at: string
  /** Account of the caller; null without one. */
  actor_id: string | null
  /** The operation: `create`, `edit`, `delete`, `restore`, `import`, `import.undone`, or the name of an action. */
  deed: string
  /** JSON list of the fields that the write changed. */
  fields: string
  /** JSON of the columns' values before; sealed ones are left out. */
  before: string
}

/** A queued message with the values that `outgoing_messages` must not show; deleted when the message is sent or given up. */
export interface MessageQueueTable {
  /** Order in which messages were queued. */
  seq: Generated<number>
  message_id: string
  channel: 'sms' | 'mail'
  /** HMAC of channel and recipient: messages with the same lane are sent one after the other. */
  lane: string
  /** Account of the recipient, if there is one: its messages are erased with it. */
  user_id: string | null
  /** Sealed recipient, language and values of the text. */
  payload: string
  /** When it is due; before the first attempt the time of its queueing. */
  next_try_at: string
  /** When the message is outdated and is not sent any more. */
  expires_at: string | null
  /** Id of the worker that is sending the message; its lease ends at `leased_until`. */
  lease: string | null
  leased_until: string | null
  /** When sending was given up; an administrator may retry it. */
  parked_at: ColumnType<string | null, string | null | undefined>
}

/** Codes that were sent. Several of one number may be valid at once; redeeming one ends them all. */
export interface SmsCodesTable {
  /** The message that contains it. */
  message_id: string
  /** HMAC of the phone number. */
  number_key: string
  /** `CodePurpose` of the contract. */
  purpose: string
  /** HMAC of purpose, number and code. */
  code_hmac: string
  /** Used attempts of clients that sent no challenge (`CodeChallengesTable`). */
  tries: number
  expires_at: string
  /** When this code, or another one of its number, was redeemed. */
  ended_at: string | null
}

/** Requests for codes. Each has attempts of its own, so that nobody can use up those of another person. */
export interface CodeChallengesTable {
  /** Hash of the challenge: a random token in the response, which the client sends together with the code. */
  challenge_key: string
  /** The message that contains the code. */
  message_id: string
  /** Used attempts. */
  tries: number
  expires_at: string
}

/** Every text message with a code of the last 24 hours, by the HMAC of its number: for the limits per number. */
export interface SmsSendsTable {
  id: string
  number_key: string
  /** `RateLimitOrigin.key` of the request for the message. */
  origin_key: string
  sent_at: string
}

/** Counters of limits with sliding windows. */
export interface RateCountsTable {
  /** Name of the counter and its window in milliseconds; it contains addresses as HMACs only. */
  counter: string
  /** JSON of the intervals (server/db/rate-counters.ts). */
  parts: string
  /** When it was last changed; long after its window the row is deleted. */
  counted_at: string
}

/** Last runs of daily tasks, which the first server runs for all, and times of the deletion clock (deletion-clock.ts). */
export interface TaskRunsTable {
  task: string
  ran_at: string
}

/** Keys that sealed values in this database. By them the command `doctor` detects the SECRETS_FILE of another database. */
export interface KeyMarksTable {
  /** Id of the sealing key in SECRETS_FILE. */
  key_id: string
  /** HMAC of a fixed text: it differs when SECRETS_FILE has another HMAC key. */
  hmac: string
  /** The same text, sealed by this key. */
  sealed: string
}

/** Stored response of a request with a key (server/http/idempotency.ts). */
export interface IdempotencyKeysTable {
  user_id: string
  /** Method and path, as requested. */
  route: string
  /** The `Idempotency-Key` of the client. */
  key: string
  /** HMAC of the body: another body with the same key is rejected. */
  body_hmac: string
  status: number
  /** Sealed text of the envelope. */
  answer: string
  created_at: string
  expires_at: string
}

/** Tables that no module definition describes. Those of modules are known at run time only (`module-tables.ts`). */
export interface Tables {
  users: UsersTable
  sign_ins: SignInsTable
  second_factors: SecondFactorsTable
  recovery_codes: RecoveryCodesTable
  known_places: KnownPlacesTable
  download_tokens: DownloadTokensTable
  weixin_states: WeixinStatesTable
  weixin_codes: WeixinCodesTable
  files: FilesTable
  file_references: FileReferencesTable
  uploads: UploadsTable
  upload_tickets: UploadTicketsTable
  download_history: DownloadHistoryTable
  module_revisions: ModuleRevisionsTable
  row_revisions: RowRevisionsTable
  search_texts: SearchTextsTable
  capacity_uses: CapacityUsesTable
  message_queue: MessageQueueTable
  sms_codes: SmsCodesTable
  code_challenges: CodeChallengesTable
  sms_sends: SmsSendsTable
  rate_counts: RateCountsTable
  task_runs: TaskRunsTable
  key_marks: KeyMarksTable
  idempotency_keys: IdempotencyKeysTable
  imports: ImportsTable
  import_rows: ImportRowsTable
}

/** Write counter of each module, by which caches in all processes detect changes. */
export interface ModuleRevisionsTable {
  module: string
  /** Grows with each transaction that writes rows of the module. */
  revision: number
  /** Instant up to which publication times were applied: rows with a later one are not public yet. Empty before the first such row. */
  published_until: Generated<string>
}

/** By module: the fields and the version of the code from which its search texts were built. */
export interface SearchTextsTable {
  module: string
  /** Text that `describeDerivation` of refresh-search.ts builds. */
  made_from: string
}

/** A row that uses capacity of another row, by a rule of its module. Triggers on the modules' tables maintain it. */
export interface CapacityUsesTable {
  module: string
  /** Field of the module that the rule names. */
  relation: string
  /** Id of the row whose capacity is used. */
  target: string
  /** Id of the row of `module` that uses it. */
  row_id: string
}

/** A dry run of an import and its state (server/engine/import). */
export interface ImportsTable {
  /** The token. */
  id: string
  module: string
  /** Null when an operator imports. */
  owner_id: string | null
  /** `reading` during the dry run, `checked` after it. */
  state: 'reading' | 'checked' | 'committed' | 'undone' | 'cancelled'
  /** JSON of the request's options and of how the file was read. */
  options: string
  /** Hash of definition and permissions: the token is invalid when they change. */
  binding: string
  /** JSON of the modules' revisions before the rows were checked. */
  revisions: string
  /** JSON of the response, without values of the file. */
  report: string | null
  created_at: string
  /** Until when it can be committed, or after the commit be undone. */
  expires_at: string
}

/** A row of an import as it was checked. */
export interface ImportRowsTable {
  import_id: string
  /** Line number in the file, from 1. */
  line: number
  /** What the commit does with the row; `bad` when it has issues and is left out. */
  deed: 'create' | 'update' | 'unchanged' | 'bad'
  /** Id of the existing or new row of the module; null for a line that matches none. */
  row_id: string | null
  /** Version of the row after the write: undo leaves a row alone that was changed since. */
  version: number | null
  /** JSON of the values in the file; ID numbers are sealed. */
  given: string | null
  /** JSON of the columns to write. */
  write: string | null
  /** JSON of the issues, without values. */
  faults: string | null
}

/** The second factor of an account: a time-based one-time password (RFC 6238). */
export interface SecondFactorsTable {
  user_id: string
  /** The secret in base32, sealed. */
  sealed_secret: string
  /** Time step of the last code that was accepted, so that no code is accepted twice; null before the first. */
  last_step: number | null
  /** When the secret was created; the user must confirm it soon after. */
  created_at: string
  /** When the user confirmed the secret by a code. Until then it is null, and sign-ins need no second factor. */
  confirmed_at: string | null
}

/** Recovery codes, each of which replaces the second factor once. */
export interface RecoveryCodesTable {
  /** HMAC of account and code, which is not stored itself. */
  code_hmac: string
  user_id: string
  used_at: string | null
}
