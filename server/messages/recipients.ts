import type { Kysely } from 'kysely'
import { tryIncrementCounter } from '#server/db/rate-counters.ts'
import type { Tables } from '#server/db/client.ts'
import type { Secrets } from '#server/secrets/secrets.ts'

const dayMs = 24 * 3_600_000

/** Mails to one address that users cause before an organiser has reviewed what they sent. */
const unreviewedMailLimit = { count: 1, windowMs: 30 * dayMs }

/** What counting a mail needs of a write. */
export interface MailLimitDeps {
  trx: Kysely<Tables>
  secrets: Secrets
  now: Date
}

/**
 * Counts a mail that a user causes to an unproven address.
 * @returns false when the address has got its mail, from whichever account
 */
export async function canCauseMail({ trx, secrets, now }: MailLimitDeps, to: string): Promise<boolean> {
  return tryIncrementCounter(trx, `mail ${recipientKey(secrets, to)}`, unreviewedMailLimit, now)
}

/** Creates the key of a recipient in counters. All spellings of an address have the same key. */
export function recipientKey(secrets: Secrets, to: string): string {
  return secrets.hmac('mail recipient', toMailbox(to))
}

/** Visible characters at the end of a number, and at its start after the country code. */
const shownEnd = 4
const shownStart = 3

/**
 * Masks a recipient for logs and lists: `139****1234` for a Chinese mobile, `+44****6789` for others,
 * `l***@forum.example` for an address.
 * @param recipient E.164 or an e-mail address
 */
export function maskRecipient(recipient: string): string {
  const at = recipient.lastIndexOf('@')
  if (at > 0) return `${recipient.slice(0, 1)}***${recipient.slice(at)}`
  const number = recipient.replace(/^\+86(?=1\d{10}$)/, '')
  return `${number.slice(0, shownStart)}****${number.slice(-shownEnd)}`
}

/** Providers that ignore dots in the name of a mailbox and have a second domain for it. */
const dotlessDomains: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com'])

/**
 * Normalizes an address to its mailbox. Case, a tag after a plus sign and, at some providers, dots make no difference.
 * Otherwise a sender could vary them to cause any number of mails.
 * @returns a value for counting only, never for sending; the text itself when it is no address
 */
export function toMailbox(address: string): string {
  const at = address.lastIndexOf('@')
  if (at < 1) return address
  const name = address
    .slice(0, at)
    .toLowerCase()
    .replace(/(?<=.)\+.*$/, '')
  const domain = address
    .slice(at + 1)
    .toLowerCase()
    .replace(/\.$/, '')
  return dotlessDomains.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}
