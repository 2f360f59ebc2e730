import type { Locale } from '#contract/locale.ts'
import type { ImportProgress } from '#contract/transfer.ts'
import type { Database } from '#server/db/client.ts'
import type { Caller } from '#server/http/caller.ts'
import type { RequestOrigin } from '#server/http/limits.ts'
import type { Secrets } from '#server/secrets/secrets.ts'
import type { ServerModule } from '../schema/server-module.ts'
import type { Registry } from '../schema/registry.ts'
import type { WriteContext } from '#server/engine/schema/write-hooks.ts'

/** Dependencies of imports. */
export interface ImportDeps {
  db: Database
  registry: Registry
  secrets: Secrets
  now: () => Date
  newRowId: () => string
}

/** One request of the import API. */
export interface ImportRequest {
  deps: ImportDeps
  /** The module that it imports into. */
  module: ServerModule
  caller: Caller
  /** Language of the texts in reports. */
  locale: Locale
  /** Id and address of the request, for the audit log. */
  origin: RequestOrigin
  /** Aborts the import and rolls its transaction back. */
  signal: AbortSignal
  /** Sends the progress to the client. */
  report: (progress: ImportProgress) => void
}

/** Creates the write context of an import. @param noteMessage called when a message was queued */
export function createWriteContext(
  { deps, caller, locale, origin }: ImportRequest,
  trx: WriteContext['trx'],
  noteMessage: () => void = () => {},
): WriteContext {
  const { registry, secrets, now, newRowId } = deps
  return {
    trx,
    registry,
    secrets,
    caller,
    locale,
    now: now(),
    newId: newRowId,
    ...origin,
    noteMessage,
    memory: new Map(),
  }
}

/** Lets the event loop serve other requests between two batches. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}
