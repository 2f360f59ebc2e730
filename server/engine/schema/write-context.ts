import type { Kysely } from 'kysely'
import type { Locale } from '#contract/locale.ts'
import type { Tables } from '#server/db/client.ts'
import type { Caller } from '#server/http/caller.ts'
import type { Secrets } from '#server/secrets/secrets.ts'
import type { Registry } from './registry.ts'

/** What every write works with: one transaction, one caller. */
export interface WriteContext {
  trx: Kysely<Tables>
  registry: Registry
  secrets: Secrets
  caller: Caller
  /** Language of the caller. */
  locale: Locale
  now: Date
  newId: () => string
  /** See {@link WriteHookContext}; absent when a single row is written. */
  memory?: Map<string, unknown>
  /** Ids of rows that may overlap with what is written: the caller knows of them. */
  acceptedOverlaps?: ReadonlySet<string>
  requestId: string
  /** Address or block of addresses that the request came from. */
  addressBlock: string
  /** A message was entrusted, which goes out once the write is committed. */
  noteMessage: () => void
}
