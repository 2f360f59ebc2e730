import type { Kysely } from 'kysely'
import { defaultLocale, type Locale } from '#contract/locale.ts'
import type { Tables } from '#server/db/client.ts'
import { enqueueMessage } from '#server/messages/outgoing.ts'
import type { Template } from '#server/messages/templates.ts'
import { getRecipientKey } from '#server/messages/recipients.ts'
import type { Secrets } from '#server/secrets/secrets.ts'
import { tryIncrementCounter, type RateLimit } from '../db/rate-counters.ts'
import type { User } from './users.ts'

const hourMs = 60 * 60_000

/**
 * Limits of one kind of message to one recipient, for changes that users make themselves. A text message costs money,
 * and the address may be a stranger's. Above the limit the change still succeeds without a message: refusing it could
 * stop users from taking their account back.
 */
const messageLimits: readonly RateLimit[] = [
  { count: 5, windowMs: hourMs },
  { count: 10, windowMs: 24 * hourMs },
]

/** A message to users about a change of how they sign in. */
export interface AccountMessage {
  user: Pick<User, 'id' | 'email' | 'mobile' | 'locale'>
  template: Template
  /** Language of the request, when users change their own account; absent for a change by somebody else. */
  locale?: Locale
  now: Date
}

/** Informs users of a change of their account: by mail when there is an address, otherwise by text message. */
export async function enqueueAccountMessage(
  trx: Kysely<Tables>,
  secrets: Secrets,
  { user: { id, email, mobile, locale: userLocale }, template, locale, now }: AccountMessage,
): Promise<void> {
  const [channel, to] = email === null ? (['sms', mobile] as const) : (['mail', email] as const)
  // An account with neither address nor mobile, such as that of the first organiser, gets no message.
  if (to === null) return
  // Changes by administrators and the operator are not limited.
  if (locale !== undefined)
    for (const limit of messageLimits)
      if (!(await tryIncrementCounter(trx, `${template} ${getRecipientKey(secrets, to)}`, limit, now))) return
  const message = { channel, to, template, userId: id, now } as const
  await enqueueMessage(trx, { ...message, locale: locale ?? userLocale ?? defaultLocale }, secrets)
}
