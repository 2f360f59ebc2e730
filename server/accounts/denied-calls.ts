import type { Database } from '#server/db/client.ts'
import type { DeniedCall } from '#server/http/request-log.ts'
import { appendAudit } from '#server/db/audit-log.ts'
import type { Secrets } from '#server/secrets/secrets.ts'
import { mayCountOne } from '../db/rate-counters.ts'

/** Denied calls of one account that the audit log takes in an hour: further ones say nothing new and would fill it. */
const loggedAnHour = { count: 50, windowMs: 3_600_000 }

export interface DeniedCallsDeps {
  db: Database
  secrets: Secrets
  now: () => Date
  isModule: (name: string) => boolean
}

/** Writes calls that a person may not make into the audit log: which account, which module, from where. */
export function createDeniedCallLog({ db, secrets, now, isModule }: DeniedCallsDeps) {
  return async ({ accountId, module, requestId, addressBlock }: DeniedCall): Promise<void> => {
    const at = now()
    const counter = `denied ${secrets.hmac('rate count', accountId)}`
    if (!(await mayCountOne(db.kysely, counter, loggedAnHour, at))) return
    await appendAudit(db.kysely, {
      at,
      actorId: accountId,
      action: 'call.refused',
      // Callers choose the name: what is no module's is not written down.
      ...(module !== undefined && isModule(module) && { module }),
      requestId,
      addressBlock,
    })
  }
}
