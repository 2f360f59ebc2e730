import type { FieldIssue } from '#contract/envelope.ts'
import type { Sealed } from '#platform/device-store/sealing.ts'

/** What the entry does to a row. */
export type Operation =
  | { kind: 'create' }
  /** `baseVersion` is the row's version that the user changed; 0 while the row's create is not sent. */
  | { kind: 'update'; baseVersion: number }
  /** Without a version the row is deleted even when another user has changed it. */
  | { kind: 'delete'; baseVersion?: number }
  /** `name` is the key of the action in the module's definition. Without a version it applies to any version. */
  | { kind: 'action'; name: string; baseVersion?: number }

/** A file of a submission, of at most {@link maxFileBytes}. */
export interface SubmittedFile {
  /** Key of the file field. */
  field: string
  file: Blob
  /** File name, with its extension. */
  name: string
}

/** What a form submits to the outbox. */
export interface Submission {
  /** Key of the row's module. */
  module: string
  /** The server's id of the row, or the one that this device made with `createId` when it created the row. */
  entityId: string
  deed: Operation
  /** Fields of the request body. File fields may be absent. */
  body: Readonly<Record<string, unknown>>
  files?: readonly SubmittedFile[]
  /** Label of the entry in the user's list. */
  title: string
  /** Keys of fields that must be sealed on the device. Where the device cannot seal, the entry is sent without being stored. */
  sensitive?: readonly string[]
  /** Path of the form, to which the user returns when the server refuses the entry. */
  formPath: string
  /** Name of the draft that is removed once the server has taken the entry. */
  draft?: string
  /**
   * True for a background entry, such as a star. It is sent after all others, is shown together with the other background
   * entries of its module, and is removed without notice when the server refuses it.
   */
  isQuiet?: boolean
  /** Delay before the entry is sent, in milliseconds. Until then the user can cancel it. */
  delayMs?: number
}

/** State of an entry. Suspension until the owner signs in again is a state of the whole queue. */
export type EntryState =
  /** Due now, in its turn. */
  | 'queued'
  /** A sender has leased it. */
  | 'sending'
  /** Due at `nextAtMs`: after a failed attempt, or after the delay in which the user can cancel it. */
  | 'waiting'
  /** The server did not accept the token at the last attempt. The entry is sent again with the next token. */
  | 'needs_auth'
  /** Another user or device has changed the row. The user chooses between both versions. */
  | 'conflict'
  /** The server refused the entry, or its content is gone. The user corrects or removes it. */
  | 'rejected'
  /** Unsent for two weeks. The user is asked before it is sent. */
  | 'expired'
  /** The server has taken it. The entry is now a receipt. */
  | 'done'

/** Why the last attempt failed. It contains no data of the user, so it is not sealed. */
export interface AttemptFailure {
  /** HTTP status. Absent when the forum's server did not respond. */
  status?: number
  /** Error key of the response. */
  key?: string
  /** The response had `Retry-After`. */
  isAskedToWait?: boolean
}

/** The row in the server's response. */
export interface ServerRowRef {
  id: string
  version?: number
  /** Number that users see, where the module has one. */
  no?: string
}

/** What the user typed: the sealed part of an entry. */
export interface EntryContent {
  title: string
  formPath: string
  body: Readonly<Record<string, unknown>>
  /** Names of the files, in the order of the entry's `files`. */
  fileNames: readonly string[]
  /** @see Submission.draft */
  draft?: string
}

/** The server's version of a row that was also changed on this device. */
export interface Conflict {
  /** The row as it is now. */
  current: Readonly<Record<string, unknown>>
  /** Fields that both sides changed. */
  fields: readonly string[]
}

/** The server's reasons for refusing an entry. */
export interface Rejection {
  /** The server's message, in the language that the user had at that time; empty when the device itself refused. */
  msg: string
  /** The issues of single fields. */
  problems: readonly FieldIssue[]
  conflict?: Conflict
}

/** A file of an entry. Its bytes are stored under a key of their own. */
export interface EntryFile {
  /** Id of the file, part of the key of its bytes. */
  at: string
  /** Key of the file field. */
  field: string
  sizeBytes: number
  /** The server's number of the uploaded file; absent until it is uploaded. It is part of the body, so it never changes while the entry has the same key. */
  uploadedAs?: string
}

/** Names the sender of an entry, and until when no other sender takes it. */
export interface Lease {
  /** Random id of the sender, which a page or worker creates at its start. */
  holder: string
  untilMs: number
  /** Whether the holder also had the Web Lock. Then a sender that gets the lock knows that the holder has ended. */
  locked: boolean
}

/** An entry as it is stored on the device. Do not rename properties: installed apps have stored entries with these names. */
export interface StoredEntry {
  /** Entries with another number come from another version of the app and are not touched. */
  schemaVersion: number
  id: string
  /** Idempotency key. The same at every attempt as long as the body stays the same. */
  key: string
  /** Position in the queue. Numbers are never used again. */
  seq: number
  module: string
  /** The operation. */
  deed: Operation
  entityId: string
  /** The server's id of the row, when an earlier entry of this queue created it. */
  rowId?: string
  /** Id of the entry about the same row that must be sent before this one. */
  dependsOn?: string
  state: EntryState
  /** Number of attempts, under any key. */
  tries: number
  /** True from the first attempt under the present key: from then on the server may have taken the entry. */
  isTried: boolean
  /** Time at which a waiting entry is due; 0 when it is due now. */
  nextAtMs: number
  lease?: Lease
  /** Why the last attempt failed. */
  trouble?: AttemptFailure
  content: Sealed<EntryContent>
  /** The server's reasons for refusing the entry. */
  told?: Sealed<Rejection>
  files: readonly EntryFile[]
  /** The row as the server answered; only of a done entry. */
  serverRef?: ServerRowRef
  /** @see Submission.isQuiet */
  isQuiet?: boolean
  /** Time of the submission or of its last change. The entry's age counts from it. */
  createdAtMs: number
  /** Time at which the server had taken it; only of a done entry. */
  doneAtMs?: number
}

/** The entries of one user on this device, in the order of `seq`. */
export interface EntryQueue {
  nextSeq: number
  entries: readonly StoredEntry[]
}

export const emptyQueue: EntryQueue = { nextSeq: 1, entries: [] }

/** Schema version of the entries that this version of the app reads. */
export const entrySchemaVersion = 1

/** Largest file that the outbox stores, in bytes. Larger files are uploaded online only. */
export const maxFileBytes = 10_000_000

/** An entry as screens see it. */
export interface OutboxEntry {
  id: string
  module: string
  entityId: string
  deed: Operation
  state: EntryState
  /** True when the entry is not sent after 10 minutes or three attempts: the user should know. */
  isLate: boolean
  /** True while an earlier entry about the same row is not sent. */
  isBlocked: boolean
  /** @see Submission.isQuiet */
  isQuiet?: boolean
  title: string
  formPath: string
  body: Readonly<Record<string, unknown>>
  fileNames: readonly string[]
  /** Fields with a new file, which `body` does not have: it gets the file's number when the entry is sent. */
  fileFields: readonly string[]
  tries: number
  /** True from the first attempt: from then on the server may have taken the entry, unless it refused it. */
  isTried: boolean
  /** In milliseconds, as `createdAtMs` of the stored entry. */
  createdAt: number
  /** In milliseconds, as `doneAtMs` of the stored entry. */
  doneAt?: number
  serverRef?: ServerRowRef
  /** Why the last attempt failed. */
  trouble?: AttemptFailure
  /** The server's message, when it refused the entry. */
  msg?: string
  /** The server's issues of single fields, when it refused the entry. */
  problems?: readonly FieldIssue[]
  conflict?: Conflict
}

/** States in which nothing happens before the user decides. */
export const decisionStates: ReadonlySet<EntryState> = new Set(['conflict', 'rejected', 'expired'])

/** Counts entries as the user sees them: all background entries count as one. */
export function countVisibleEntries(entries: readonly { isQuiet?: boolean }[]): number {
  const foreground = entries.filter(({ isQuiet }) => isQuiet !== true).length
  return foreground < entries.length ? foreground + 1 : foreground
}
