import type { Kysely } from 'kysely'
import { mayCountOne } from '#server/db/rate-counters.ts'
import type { Tables } from '#server/db/client.ts'
import type { Secrets } from '#server/secrets/secrets.ts'
import { toMailbox } from './mailbox.ts'

const dayMs = 24 * 3_600_000

/** Mails to one address that people cause without an organiser having looked at what they sent. */
const unseenMails = { count: 1, windowMs: 30 * dayMs }

/** What counting a mail needs of a write. */
export interface MailLimitDeps {
  trx: Kysely<Tables>
  secrets: Secrets
  now: Date
}

/**
 * Counts a mail that a person causes by themselves to an address that nobody has proven.
 * @returns false when the address has had its one: whatever account asks, and however often it begins anew
 */
export async function mayCauseMail({ trx, secrets, now }: MailLimitDeps, to: string): Promise<boolean> {
  return mayCountOne(trx, `mail ${recipientKey(secrets, to)}`, unseenMails, now)
}

/** Names a recipient in counters: the same for every way of writing an address. */
export function recipientKey(secrets: Secrets, to: string): string {
  return secrets.hmac('mail recipient', toMailbox(to))
}
