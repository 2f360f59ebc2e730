import type { Kysely } from 'kysely'
import type { TrustedRow } from '../field-types/codec.ts'
import type { Registry } from './registry.ts'
import type { FieldIssue } from '#contract/envelope.ts'
import type { Locale } from '#contract/locale.ts'
import type { Tables } from '#server/db/client.ts'
import type { Caller } from '#server/http/caller.ts'
import type { OutgoingMessage } from '#server/messages/outgoing.ts'
import type { Secrets } from '#server/secrets/secrets.ts'

/** The operation of a write: `create`, `edit`, `delete`, `restore`, or the name of an action. */
export type WriteOperation = string

/** A row after the write, with every field of the definition. A deletion changes no values. */
export type NextRow = Readonly<Record<string, unknown>> & { readonly id: string }

/** One write of one row, in its transaction. */
export interface WriteHookContext {
  /** The transaction of the write. */
  trx: Kysely<Tables>
  operation: WriteOperation
  /** The row before the write; undefined for a new row. */
  before: TrustedRow | undefined
  /** The row as the write leaves it; `check` and `follow` get it with the values of `make`. */
  after: NextRow
  /** Keys of the fields in the request. */
  inputFields: ReadonlySet<string>
  caller: Caller
  /** Language of the caller. */
  locale: Locale
  /** Time of the write. */
  now: Date
  requestId: string
  secrets: Secrets
  /** Scratch data that the hooks of rows written together share, such as results of earlier rows; empty at the first row. */
  memory: Map<string, unknown>
  /** Queues a message in the same transaction. */
  send(message: Omit<OutgoingMessage, 'now'>): Promise<void>
}

/** A module's own code in the transaction of a write. An error rolls the write back. */
export interface WriteHooks {
  /**
   * True when `make` and `check` depend on the row only and `follow` is absent. An import then calls them in its dry run, and
   * not again at the commit.
   */
  rowOnly?: true
  /** Creates values that override those of the request. */
  make?(step: WriteHookContext): Promise<Readonly<Record<string, unknown>>>
  /** Validates what needs the server, such as other rows. */
  check?(step: WriteHookContext): Promise<readonly FieldIssue[]>
  /** Runs side effects of the write, such as messages and changes of roles, after the row is stored. */
  follow?(step: WriteHookContext): Promise<void>
}

/** Context of a write: one transaction, one caller. */
export interface WriteContext {
  trx: Kysely<Tables>
  registry: Registry
  secrets: Secrets
  caller: Caller
  /** Language of the caller. */
  locale: Locale
  now: Date
  /** Creates ids of rows. */
  newId: () => string
  /** See {@link WriteHookContext}; absent when a single row is written, whose hooks get an empty one. */
  memory?: Map<string, unknown>
  /** Ids of rows that the written row may overlap, as confirmed by the caller. */
  acceptedOverlaps?: ReadonlySet<string>
  requestId: string
  /** IP address of the request, of IPv6 the /64 prefix. */
  clientAddress: string
  /** Called when a message was queued, so that the message worker is woken after the commit. */
  noteMessage: () => void
}
