import type { Kysely } from 'kysely'
import { defaultLocale, type Locale } from '#contract/locale.ts'
import { formatTimeInTimeZone, formatDateInTimeZone, toInstant } from '#contract/time.ts'
import type { Tables } from '#server/db/client.ts'
import { enqueueMessage } from '#server/messages/outgoing.ts'
import type { Template } from '#server/messages/templates.ts'
import { recipientKey } from '#server/messages/recipients.ts'
import type { Secrets } from '#server/secrets/secrets.ts'
import { readForumZone } from '#server/db/settings.ts'
import { mayCountOne, type RateLimit } from '../db/rate-counters.ts'
import type { User } from './users.ts'

const hourMs = 60 * 60_000

/**
 * Messages of one kind that people cause to one recipient by changes of their own: a text costs, and an address may be a
 * stranger's. Whoever got as many has been warned; a change that was refused instead would keep a person from taking an
 * account back.
 */
const messageLimits: readonly RateLimit[] = [
  { count: 5, windowMs: hourMs },
  { count: 10, windowMs: 24 * hourMs },
]

/** A change of how a person signs in. */
export interface AccountChange {
  user: Pick<User, 'id' | 'email' | 'mobile' | 'locale'>
  template: Template
  /** Language of the person who makes the change, when it is the account's own. */
  locale?: Locale
  now: Date
}

/** Informs a person of a change of their account: by mail where there is an address, else by text. */
export async function enqueueAccountMessage(
  trx: Kysely<Tables>,
  secrets: Secrets,
  { user: { id, email, mobile, locale: written }, template, locale, now }: AccountChange,
): Promise<void> {
  const [channel, to] = email === null ? (['sms', mobile] as const) : (['mail', email] as const)
  if (to === null) return
  if (locale !== undefined)
    for (const limit of messageLimits)
      if (!(await mayCountOne(trx, `${template} ${recipientKey(secrets, to)}`, limit, now))) return
  const params = { time: formatTime(toInstant(now), await readForumZone(trx)) }
  const message = { channel, to, template, params, userId: id, now } as const
  await enqueueMessage(trx, { ...message, locale: locale ?? written ?? defaultLocale }, secrets)
}

/** As people at the forum read it. */
function formatTime(instant: string, timeZone: string): string {
  return `${formatDateInTimeZone(instant, timeZone)} ${formatTimeInTimeZone(instant, timeZone)} (${timeZone})`
}
