import type { ColumnType, Generated } from 'kysely'
import type { Role } from '#contract/api.ts'
import type { Locale } from '#contract/locale.ts'

/** Boolean on PostgreSQL, 0 or 1 on SQLite. */
type Flag = ColumnType<boolean | number, boolean | number, boolean | number>

/** People with an account: the columns of the module `users` that code of its own names. Instants are ISO 8601 in UTC with whole seconds. */
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
  /** Who the person is to WeChat, for this forum's app there. */
  weixin_openid: ColumnType<string | null, string | null | undefined>
  /** JSON list of modules in which a member of staff does what organisers do. */
  grants: ColumnType<string | null, string | null | undefined>
  /** The language in which the person is written to. */
  locale: ColumnType<Locale | null, Locale | null | undefined>
  version: Generated<number>
  /** What lists of accounts are sorted by (`server/db/sort-keys.ts`). */
  sort_keys: Generated<string>
  created_at: string
  updated_at: string
}

/** Tokens that are valid for a person. */
export interface SignInsTable {
  /** Hexadecimal SHA-256 of the token; the token itself is nowhere. */
  token_hash: string
  /** What the person names it by, to end it. */
  id: string
  user_id: string
  /** Kept on this device: lasts longer. */
  is_kept: Flag
  /** Browser and system, `Chrome · Android`; empty when unknown. */
  device: string
  /** When a code sent to the person's phone proved that it is them: for setting a password without the old one. */
  verified_at: string | null
  /** When the person showed their second factor in this sign-in. */
  second_factor_at: ColumnType<string | null, string | null | undefined>
  created_at: string
  last_used_at: string
  expires_at: string
}

/** Where accounts were signed in to by password, so that strangers' tries elsewhere do not keep people out. */
export interface KnownPlacesTable {
  /** HMAC of account and address. */
  place: string
  known_at: string
}

/** Tokens that open one download once. */
export interface DownloadTokensTable {
  /** Hexadecimal SHA-256. */
  token_hash: string
  /** `token_hash` of the sign-in it was made in; it goes with it. */
  sign_in_hash: string
  file_no: string
  /** The field of a row whose masked file it reveals; nothing for a download that its owner may make anyway. */
  module: ColumnType<string | null, string | null | undefined>
  row_id: ColumnType<string | null, string | null | undefined>
  field: ColumnType<string | null, string | null | undefined>
  expires_at: string
}

/** Sign-ins by WeChat that are on their way there. */
export interface WeixinStatesTable {
  /** Hexadecimal SHA-256. */
  state_hash: string
  /** Hexadecimal SHA-256 of the cookie of the browser that began. */
  browser_hash: string
  /** Where to go afterwards, of our own origin. */
  redirect_url: string
  expires_at: string
}

/** Codes handed over after WeChat, to be exchanged for a token. */
export interface WeixinCodesTable {
  /** Hexadecimal SHA-256. */
  code_hash: string
  browser_hash: string
  /** Known once WeChat was asked; the account need not be. */
  openid: string | null
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
  /** Whose upload it is; nobody's when the server made it, or when it came by a ticket. */
  owner_id: string | null
  /** The field that it was uploaded for, or `#import`: it can be attached there alone. Nothing for the server's own files. */
  for_module: ColumnType<string | null, string | null | undefined>
  for_field: ColumnType<string | null, string | null | undefined>
  /** When a row first named it; before that its owner alone may read it. */
  attached_at: string | null
  /** When it goes unless a row names it; null while one does. */
  expires_at: string | null
  created_at: string
}

/** Which rows name a file, deleted ones too: whoever may read the field of one may read the file. */
export interface FileReferencesTable {
  no: string
  module: string
  row_id: string
  field: string
}

/** Uploads on their way. The bytes that have arrived lie in the storage's folder for arrivals under the id. */
export interface UploadsTable {
  /** Will be the storage key of the file. */
  id: string
  owner_id: string | null
  /** The field that the file is meant for, by whose rules it is checked. */
  module: string
  field: string
  name: string
  /** Announced, or the most that may come: counted in the person's quota. */
  size_bytes: number
  /** The file that it becomes: set by the one call that finishes it. A client that missed the answer asks again. */
  file_no: string | null
  expires_at: string
}

/** Tickets for one upload each by people without an account. */
export interface UploadTicketsTable {
  /** Hexadecimal SHA-256. */
  ticket_hash: string
  module: string
  field: string
  expires_at: string
}

/** Which files a person has downloaded, each with the first time. */
export interface DownloadHistoryTable {
  user_id: string
  no: string
  downloaded_at: string
}

/** Every write of a row of a module. */
export interface RowRevisionsTable {
  module: string
  row_id: string
  /** Version of the row that it made. */
  version: number
  at: string
  actor_id: string | null
  deed: string
  /** JSON list of field names. */
  fields: string
  /** JSON of the columns' values before; sealed ones are left out. */
  before: string
}

/** A message that waits: what `outgoing_messages` must not show. The row goes when the message is sent or given up. */
export interface MessageQueueTable {
  /** Order in which messages were entrusted. */
  seq: Generated<number>
  message_id: string
  channel: 'sms' | 'mail'
  /** HMAC of channel and recipient: messages of a lane go out one after the other. */
  lane: string
  /** The account of the person, when it has one: an erased person's messages go with them. */
  user_id: string | null
  /** Sealed recipient, language and values of the text. */
  payload: string
  next_try_at: string
  /** When it is worth nothing any more. */
  expires_at: string | null
  /** Who tries to send it now, and until when nobody else does. */
  lease: string | null
  leased_until: string | null
  /** Since when nothing tries to send it any more; an administrator may have it tried again. */
  parked_at: ColumnType<string | null, string | null | undefined>
}

/** Codes that were sent. Of a number and a purpose only one has not ended. */
export interface SmsCodesTable {
  /** The message that brings it. */
  message_id: string
  /** HMAC of the number. */
  number_key: string
  purpose: string
  /** HMAC of purpose, number and code. */
  code_hmac: string
  /** Guesses without a challenge that were taken. */
  tries: number
  expires_at: string
  /** When it, or another one of its number, was redeemed. */
  ended_at: string | null
}

/** Requests for codes, each with tries of its own. */
export interface CodeChallengesTable {
  /** Hash of the challenge that the request was answered with. */
  challenge_key: string
  /** The message that brings the code. */
  message_id: string
  /** Guesses that were taken. */
  tries: number
  expires_at: string
}

/** Every text with a code of the last 24 hours: for the limits of a number. */
export interface SmsSendsTable {
  id: string
  /** HMAC of the number. */
  number_key: string
  /** HMAC of the address that caused it. */
  origin_key: string
  sent_at: string
}

/** Counts of what is limited, over spans that slide. */
export interface RateCountsTable {
  /** What is counted and over how long; an address is in it as an HMAC. */
  counter: string
  /** How many came when, as JSON (server/db/rate-counters.ts). */
  parts: string
  counted_at: string
}

/** Work that is done once a day, by whichever server is first. */
export interface TaskRunsTable {
  task: string
  ran_at: string
}

/** Keys that sealed something here: how `doctor` finds out that SECRETS_FILE belongs to another database. */
export interface KeyMarksTable {
  key_id: string
  /** HMAC of a fixed text. */
  hmac: string
  /** A fixed text, sealed. */
  sealed: string
}

/** The answer that a call with a key was given (server/http/idempotency.ts). */
export interface IdempotencyKeysTable {
  user_id: string
  /** Method and path, as called. */
  route: string
  /** The caller's own. */
  key: string
  /** HMAC of the body: another one under the same key is refused. */
  body_hmac: string
  /** HTTP status. */
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

/** Counts the writes of each module: how memories in other processes learn of them. */
export interface ModuleRevisionsTable {
  module: string
  revision: number
  /** Rows of which the publication time is not later are public; an instant, or empty before the first. */
  published_until: Generated<string>
}

/** From which fields, and how, the search texts of a module were made. */
export interface SearchTextsTable {
  module: string
  made_from: string
}

/** A row that takes a place of another one, by a rule of its module. Triggers on the modules' tables keep it. */
export interface CapacityUsesTable {
  module: string
  relation: string
  target: string
  row_id: string
}

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

/** The second factor of an account: a time-based one-time password (RFC 6238). */
export interface SecondFactorsTable {
  user_id: string
  /** The secret in base32, sealed. */
  sealed_secret: string
  /** Time step of the last code that was accepted; only later ones are. */
  last_step: number | null
  created_at: string
  /** Null while the person is still setting it up. */
  confirmed_at: string | null
}

/** Codes in place of the second factor, each good once. */
export interface RecoveryCodesTable {
  /** HMAC of account and code; the code itself is nowhere. */
  code_hmac: string
  user_id: string
  used_at: string | null
}
