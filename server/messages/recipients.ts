import type { Kysely } from 'kysely'
import { mayCountOne } from '#server/db/rate-counters.ts'
import type { Tables } from '#server/db/client.ts'
import type { Secrets } from '#server/secrets/secrets.ts'

const dayMs = 24 * 3_600_000

/** Mails to one address that people cause without an organiser having looked at what they sent. */
const unreviewedMailLimit = { count: 1, windowMs: 30 * dayMs }

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
export async function canCauseMail({ trx, secrets, now }: MailLimitDeps, to: string): Promise<boolean> {
  return mayCountOne(trx, `mail ${recipientKey(secrets, to)}`, unreviewedMailLimit, now)
}

/** Names a recipient in counters: the same for every way of writing an address. */
export function recipientKey(secrets: Secrets, to: string): string {
  return secrets.hmac('mail recipient', toMailbox(to))
}

/** Characters of a number that stay readable at its end, and at its beginning behind the country. */
const shownEnd = 4
const shownStart = 3

/**
 * A recipient as logs and lists may show it: `139****1234` for a Chinese mobile, `+44****6789` for others,
 * `l***@forum.example` for an address.
 * @param recipient E.164 or an e-mail address
 */
export function maskRecipient(recipient: string): string {
  const at = recipient.lastIndexOf('@')
  if (at > 0) return `${recipient.slice(0, 1)}***${recipient.slice(at)}`
  const number = recipient.replace(/^\+86(?=1\d{10}$)/, '')
  return `${number.slice(0, shownStart)}****${number.slice(-shownEnd)}`
}

/** Providers that overlook dots in the name of a mailbox, and have a second domain for it. */
const dotlessDomains: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com'])

/**
 * The mailbox that an address leads to. Case, a tag behind a plus sign and, where the provider overlooks them, dots lead to
 * the same: else whoever varies them would have as many mails sent to it as they like.
 * @returns for counting only, never to send to; what is no address, as it is
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
