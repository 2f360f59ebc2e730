import type { Locale } from '#contract/locale.ts'
import type { ImportProgress } from '#contract/transfer.ts'
import type { Database } from '#server/db/client.ts'
import type { Caller } from '#server/http/caller.ts'
import type { RequestOrigin } from '#server/http/limits.ts'
import type { Secrets } from '#server/secrets/secrets.ts'
import type { ServerModule } from '../schema/server-module.ts'
import type { Registry } from '../schema/registry.ts'
import type { WriteContext } from '#server/engine/schema/write-hooks.ts'

/** What imports work with. */
export interface ImportDeps {
  db: Database
  registry: Registry
  secrets: Secrets
  now: () => Date
  newRowId: () => string
}

/** Who imports into which module, and who hears how it goes. */
export interface ImportRequest {
  parts: ImportDeps
  module: ServerModule
  caller: Caller
  /** Language of what is told. */
  locale: Locale
  origin: RequestOrigin
  /** Ends it; what was written is taken back. */
  signal: AbortSignal
  report: (progress: ImportProgress) => void
}

/** What a write of rows works with, for an import. */
export function createWriteContext(
  { parts, caller, locale, origin }: ImportRequest,
  trx: WriteContext['trx'],
  noteMessage: () => void = () => {},
): WriteContext {
  const { registry, secrets, now, newRowId } = parts
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

/** Lets calls of others have their turn between two batches. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}
