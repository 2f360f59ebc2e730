import type { Kysely } from 'kysely'
import type { FieldIssue } from '#contract/envelope.ts'
import type { Locale } from '#contract/locale.ts'
import type { Tables } from '#server/db/client.ts'
import type { Caller } from '#server/http/caller.ts'
import type { OutgoingMessage } from '#server/messages/outgoing.ts'
import type { Secrets } from '#server/secrets/secrets.ts'
import type { TrustedRow } from '../field-types/codec.ts'

/** What a write does: `create`, `edit`, `delete`, `restore`, or the name of an action. */
export type WriteOperation = string

/** A row as it will be: every field of the definition. */
export type NextRow = Readonly<Record<string, unknown>> & { readonly id: string }

/** One write of one row, in its transaction. */
export interface WriteHookContext {
  trx: Kysely<Tables>
  deed: WriteOperation
  /** The row as it was; undefined when it is new. */
  before: TrustedRow | undefined
  after: NextRow
  /** Names of the fields that the caller gave. */
  given: ReadonlySet<string>
  caller: Caller
  locale: Locale
  now: Date
  requestId: string
  secrets: Secrets
  /** What the module's code found out at rows before, when many are written together; empty at the first. */
  memory: Map<string, unknown>
  /** Entrusts a message, in the same transaction. */
  send(message: Omit<OutgoingMessage, 'now'>): Promise<void>
}

/** What a module's own code does at a write of a row, all in its transaction. What is thrown undoes the write. */
export interface WriteHooks {
  /** True when `make` and `check` look at nothing but the row, and nothing follows: an import asks them once. */
  rowOnly?: true
  /** Values that the server makes; they win over what the caller gave. */
  make?(step: WriteHookContext): Promise<Readonly<Record<string, unknown>>>
  /** What only the server can find wrong with the row. */
  check?(step: WriteHookContext): Promise<readonly FieldIssue[]>
  /** What follows from the write: messages, roles. The row is written. */
  follow?(step: WriteHookContext): Promise<void>
}
