import type { FieldIssue } from '#contract/envelope.ts'
import type { Sealed } from '#lib/device-store/sealing.ts'

/** What is to be done with a row. */
export type Operation =
  | { kind: 'create' }
  | { kind: 'update'; baseVersion: number }
  /** Without a version the row goes whatever others wrote in it meanwhile. */
  | { kind: 'delete'; baseVersion?: number }
  | { kind: 'action'; name: string; baseVersion?: number }

/** A file that goes with a submission, at most {@link maxFileBytes}. */
export interface SubmittedFile {
  field: string
  file: Blob
  name: string
}

/** What a form hands to the outbox. */
export interface Submission {
  module: string
  /** Made on the phone for a create, by `createId`; else the row's id. */
  entityId: string
  deed: Operation
  /** Fields as the server takes them; those of `files` may be left out. */
  body: Readonly<Record<string, unknown>>
  files?: readonly SubmittedFile[]
  /** The person's own words for the list. */
  title: string
  /** Fields that never lie in clear on the device. Where nothing can be sealed they are not stored at all. */
  sensitive?: readonly string[]
  /** Where its form is, to come back to when the server refuses it. */
  formPath: string
  /** Name of the draft that it was typed in, where that stays until the server has taken it; it goes then. */
  draft?: string
  /**
   * Done with a tap, with nothing typed: it lets everything else go first, is told of as one with others of its module,
   * and goes away by itself when the server does not take it.
   */
  isQuiet?: boolean
  /** Kept so long on the device before it goes out, in milliseconds: as long it can be taken back as if it had never been. */
  holdMs?: number
}

/** Where an entry stands (offline.md 3). That it waits for its owner to return is a matter of the whole queue. */
export type EntryState =
  | 'queued'
  | 'sending'
  | 'waiting'
  | 'needs_auth'
  | 'conflict'
  | 'rejected'
  | 'expired'
  | 'done'

/** Why the last try led to nothing; nothing of the person's. */
export interface AttemptFailure {
  /** HTTP status; absent when our server did not answer. */
  status?: number
  /** Key of the refusal. */
  key?: string
  /** The server said when to come again. */
  isAskedToWait?: boolean
}

/** The row that the server answered. */
export interface ServerRowRef {
  id: string
  version?: number
  /** Number that people are told, where the module has one. */
  no?: string
}

/** What the person sent and what came back: the part of an entry that is sealed. */
export interface EntryContent {
  title: string
  formPath: string
  body: Readonly<Record<string, unknown>>
  /** Names of the files, in their order. */
  fileNames: readonly string[]
  /** Name of the draft that goes once the server has taken it. */
  draft?: string
}

/** Both versions of a row that was changed here and there. */
export interface Conflict {
  /** The row as it is now. */
  current: Readonly<Record<string, unknown>>
  /** Fields that were changed here and there. */
  fields: readonly string[]
}

/** What the server said of an entry that it did not take. */
export interface Rejection {
  /** In the language of the person at that time. */
  msg: string
  problems: readonly FieldIssue[]
  conflict?: Conflict
}

/** Of a file whose bytes lie beside the queue. */
export interface EntryFile {
  /** Where its bytes lie. */
  at: string
  field: string
  sizeBytes: number
  /** Number that the server gave it. Never changed as long as the entry's key stays: it is part of the body. */
  uploadedAs?: string
}

/** Says who is sending, and until when the others leave the entry alone. */
export interface Lease {
  holder: string
  untilMs: number
  /** Held together with the Web Lock: whoever has that lock now knows that the holder is gone. */
  locked: boolean
}

/** An entry as it lies on the device. */
export interface StoredEntry {
  /** Entries of other numbers were written by another version of the app and are left alone. */
  schemaVersion: number
  id: string
  /** Goes with every try, and stays as long as the body does. */
  key: string
  seq: number
  module: string
  deed: Operation
  entityId: string
  /** What the server calls the row that an earlier entry of this queue made. */
  rowId?: string
  dependsOn?: string
  state: EntryState
  /** Times that it was tried under any key. */
  tries: number
  /** True from the first try under its present key: from then on the server may have taken it. */
  isTried: boolean
  nextAtMs: number
  lease?: Lease
  trouble?: AttemptFailure
  content: Sealed<EntryContent>
  told?: Sealed<Rejection>
  files: readonly EntryFile[]
  serverRef?: ServerRowRef
  /** @see Submission.isQuiet */
  isQuiet?: boolean
  createdAtMs: number
  doneAtMs?: number
}

/** What one person has to send from this device, in the order of `seq`. */
export interface EntryQueue {
  nextSeq: number
  entries: readonly StoredEntry[]
}

export const emptyQueue: EntryQueue = { nextSeq: 1, entries: [] }

/** The entries that this version of the app knows how to read. */
export const entrySchemaVersion = 1

/** Largest file that waits on the device, in bytes (offline.md 3); larger ones are uploaded online only. */
export const maxFileBytes = 10_000_000

/** An entry as screens see it. */
export interface OutboxEntry {
  id: string
  module: string
  entityId: string
  deed: Operation
  state: EntryState
  /** True for what is not sent after 10 minutes or three tries: the person should know. */
  isLate: boolean
  /** It waits for another one about the same row. */
  isBlocked: boolean
  /** @see Submission.isQuiet */
  isQuiet?: boolean
  title: string
  formPath: string
  body: Readonly<Record<string, unknown>>
  fileNames: readonly string[]
  tries: number
  /** True from the first try: from then on the server may have taken it, unless it said that it did not. */
  isTried: boolean
  createdAt: number
  doneAt?: number
  serverRef?: ServerRowRef
  trouble?: AttemptFailure
  /** What the server said, when it refused. */
  msg?: string
  problems?: readonly FieldIssue[]
  conflict?: Conflict
}

/** States in which nothing happens before the person decides. */
export const decisionStates: ReadonlySet<EntryState> = new Set(['conflict', 'rejected', 'expired'])

/** How many things a person has there: what is quiet counts as one. */
export function countVisibleEntries(entries: readonly { isQuiet?: boolean }[]): number {
  const loud = entries.filter(({ isQuiet }) => isQuiet !== true).length
  return loud < entries.length ? loud + 1 : loud
}
