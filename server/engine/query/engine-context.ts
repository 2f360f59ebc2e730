import type { Secrets } from '#server/secrets/secrets.ts'
import type { ReadContext } from './read-handlers.ts'
import type { Revisions } from '../changes/revisions.ts'

/** What the calls that read and write modules work with. */
export interface EngineContext extends ReadContext {
  revisions: Revisions
  secrets: Secrets
  now: () => Date
  /** Makes ids of rows. */
  newRowId: () => string
  /** Tells the messages' worker of this process that there may be something to send. */
  wakeMessages: () => void
}
