import type { Kysely } from 'kysely'
import { tryIncrementCounter } from '#server/db/rate-counters.ts'
import type { Tables } from '#server/db/client.ts'
import type { Secrets } from '#server/secrets/secrets.ts'

const dayMs = 24 * 3_600_000

/** Limit of the mails to one address that users cause with a text that no organiser has reviewed. */
const unreviewedMailLimit = { count: 1, windowMs: 30 * dayMs }

/** Dependencies for counting a mail; the context of a write hook has them. */
export interface MailLimitDeps {
  trx: Kysely<Tables>
  secrets: Secrets
  now: Date
}

/**
 * Counts a mail that a user causes to an address which is not known to be theirs: no code sent to it was entered.
 * @returns false when the address has reached its limit, counted over all accounts
 */
export async function tryCountMail({ trx, secrets, now }: MailLimitDeps, to: string): Promise<boolean> {
  return tryIncrementCounter(trx, `mail ${getRecipientKey(secrets, to)}`, unreviewedMailLimit, now)
}

/** Creates the name of a recipient in counters, an HMAC. All spellings of an address have the same one. */
export function getRecipientKey(secrets: Secrets, to: string): string {
  return secrets.hmac('mail recipient', toMailbox(to))
}

/** Characters of a number that stay visible when it is masked: at its end, and at its start after `+86`. */
const visibleEnd = 4
const visibleStart = 3

/**
 * Masks a recipient for logs and lists: `139****1234` for a Chinese mobile, `+44****6789` for others,
 * `l***@forum.example` for an address.
 * @param recipient E.164 or an e-mail address
 */
export function maskRecipient(recipient: string): string {
  const at = recipient.lastIndexOf('@')
  if (at > 0) return `${recipient.slice(0, 1)}***${recipient.slice(at)}`
  const number = recipient.replace(/^\+86(?=1\d{10}$)/, '')
  return `${number.slice(0, visibleStart)}****${number.slice(-visibleEnd)}`
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
    // `li+forum` becomes `li`.
    .replace(/(?<=.)\+.*$/, '')
  const domain = address
    .slice(at + 1)
    .toLowerCase()
    // A domain may end in the dot of the root.
    .replace(/\.$/, '')
  return dotlessDomains.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}
