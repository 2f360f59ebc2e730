import type { Kysely } from 'kysely'
import { forumSetting, type ForumSetting } from '#contract/forum.ts'
import { defaultLocale, selectLocalizedText, type Locale } from '#contract/locale.ts'
import { formatDateInTimeZone, fromZonedTime, toInstant } from '#contract/time.ts'
import type { Tables } from '#server/db/client.ts'
import { countPending, type PendingCount } from '#server/engine/query/count-pending.ts'
import type { Registry } from '#server/engine/schema/registry.ts'
import { isAllowed } from '#server/engine/schema/visible-fields.ts'
import { enqueueMessage } from '#server/messages/outgoing.ts'
import type { Secrets } from '#server/secrets/secrets.ts'
import { readSetting } from '#server/db/settings.ts'
import { fillText } from '#server/messages/templates.ts'
import type { DailyTask } from './daily-tasks.ts'

/** Earliest time of day in the forum's zone, so that organisers find the mail when they begin. */
const earliestTime = '08:00'

/** A recorded run that is further in the future than this, in milliseconds, came from a wrong clock. */
const skewMs = 3_600_000

/** Dependencies of the digest. */
interface DigestContext {
  registry: Registry
  secrets: Secrets
}

/**
 * Mails every organiser with an address once a day about pending rows: counts and ages, no names. Without pending rows
 * no mail is sent.
 */
export function createDigestTask(context: DigestContext): DailyTask {
  return {
    name: 'digest',
    isDue: async (kysely, now, ranAt) => {
      const { timeZone } = await findForum(kysely)
      const earliestToday = fromZonedTime(
        `${formatDateInTimeZone(now.getTime(), timeZone)}T${earliestTime}`,
        timeZone,
      )
      if (toInstant(now) < earliestToday) return false
      // A run in the future was recorded while the clock was wrong. It must not block the mails until then.
      return ranAt === undefined || ranAt < earliestToday || Date.parse(ranAt) > now.getTime() + skewMs
    },
    run: async (trx, now) => ({ mails: await sendDigest(trx, context, now) }),
  }
}

/** @returns the number of mails */
async function sendDigest(
  trx: Kysely<Tables>,
  { registry, secrets }: DigestContext,
  now: Date,
): Promise<number> {
  const pendingCounts = await countPending(trx, registry.modules, now)
  const forum = await findForum(trx)
  let mailCount = 0
  for (const { id, email, locale, isAdministrator } of await listOrganisers(trx)) {
    const caller = { kind: 'user', id, role: 'organiser', isAdministrator } as const
    const visibleCounts = pendingCounts.filter(({ module }) => isAllowed(caller, module, 'list'))
    if (visibleCounts.length === 0) continue
    const params = {
      forum: selectLocalizedText(forum.name, locale).text,
      count: visibleCounts.reduce((sum, { count }: PendingCount) => sum + count, 0),
      lines: formatDigest(visibleCounts, locale, now),
    }
    const message = {
      channel: 'mail',
      to: email,
      template: 'digest',
      params,
      locale,
      userId: id,
      now,
    } as const
    await enqueueMessage(trx, message, secrets)
    mailCount += 1
  }
  return mailCount
}

async function listOrganisers(trx: Kysely<Tables>) {
  const rows = await trx
    .selectFrom('users')
    .select(['id', 'email', 'locale', 'is_administrator'])
    .where('role', '=', 'organiser')
    .where('blocked_at', 'is', null)
    .where('email', 'is not', null)
    .orderBy('id')
    .execute()
  // The query leaves out accounts without an address, which the types do not say.
  return rows.map(({ id, email, locale, is_administrator: isAdministrator }) => ({
    id,
    email: email ?? '',
    locale: locale ?? defaultLocale,
    isAdministrator: Boolean(isAdministrator),
  }))
}

/** Reads the setting `forum`, with the product's defaults for what it lacks. */
async function findForum(kysely: Kysely<Tables>): Promise<ForumSetting> {
  return { ...forumSetting, ...(await readSetting<ForumSetting>(kysely, 'forum')) }
}

const hourMs = 3_600_000
const dayHours = 24
/** From this age on, in hours, an age is given in days. */
const minHoursShownAsDays = 48

/** Formats one line per kind of pending rows, in the reader's language. */
function formatDigest(pendingCounts: readonly PendingCount[], locale: Locale, now: Date): string {
  return pendingCounts.map((pendingCount) => formatLine(pendingCount, locale, now)).join('\n')
}

function formatLine(
  { label, count, late, lateAfterHours, oldestAt }: PendingCount,
  locale: Locale,
  now: Date,
): string {
  const params = {
    label: selectLocalizedText(label, locale).text,
    count,
    age: formatAge(now.getTime() - Date.parse(oldestAt), locale),
  }
  if (late === 0 || lateAfterHours === undefined) return fillText('digest.line', locale, params)
  return fillText('digest.late_line', locale, {
    ...params,
    late,
    limit: formatDuration(lateAfterHours, 'hour', locale),
  })
}

function formatAge(ms: number, locale: Locale): string {
  const hours = Math.max(0, Math.floor(ms / hourMs))
  return hours < minHoursShownAsDays
    ? formatDuration(hours, 'hour', locale)
    : formatDuration(Math.floor(hours / dayHours), 'day', locale)
}

function formatDuration(count: number, unit: 'hour' | 'day', locale: Locale): string {
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}
