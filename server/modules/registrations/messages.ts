import type { Kysely } from 'kysely'
import type { ForumSetting } from '#contract/forum.ts'
import { selectLocalizedText, type Locale, type Localized } from '#contract/locale.ts'
import { registrations } from '#contract/modules/registrations.ts'
import { closedStates } from '#contract/modules/review.ts'
import { staffRegistrations } from '#contract/modules/staff-registrations.ts'
import type { WriteHookContext } from '#server/engine/schema/write-hooks.ts'
import { tryCountMail } from '#server/messages/recipients.ts'
import { quoteText, type Template } from '#server/messages/templates.ts'
import { readSetting } from '#server/db/settings.ts'
import type { Tables } from '#server/db/client.ts'
import { findUser } from '#server/accounts/users.ts'
import { moduleTables } from '#server/db/module-tables.ts'

/** Templates by operation; other operations send no mail. Each kind of registration has its own approval template. */
const templatesByOperation: Readonly<Record<string, Template | undefined>> = {
  create: 'registration_received',
  request_info: 'registration_more_info',
  decline: 'registration_declined',
}

/**
 * Mails the registrant in their own language, at the address of the registration. The mail contains name and reason
 * only; no message contains an ID number.
 */
export async function notifyRegistrant(approvalTemplate: Template, step: WriteHookContext): Promise<void> {
  const { trx, operation, after } = step
  const template = operation === 'approve' ? approvalTemplate : templatesByOperation[operation]
  if (!template) return
  const locale = after['locale'] as Locale
  const ownerId = after['owner_id']
  // Anybody can enter another person's address, so mails about new registrations are limited. Mails about actions of
  // organisers are not.
  if (operation === 'create' && !(await tryCountMail(step, String(after['email'])))) return
  await step.send({
    channel: 'mail',
    to: String(after['email']),
    template,
    locale,
    params: {
      name: quoteText(String(after['realname'])),
      forum: selectLocalizedText((await readSetting<ForumSetting>(trx, 'forum'))?.name, locale).text,
      reason: selectLocalizedText(after['review_reason'] as Localized | null, locale).text,
    },
    ...(typeof ownerId === 'string' && { userId: ownerId }),
  })
}

/** Finds a user's mail address: that of an active registration, else that of the account. */
export async function findEmail(kysely: Kysely<Tables>, userId: string): Promise<string | undefined> {
  for (const { name } of [registrations, staffRegistrations]) {
    const row = await moduleTables(kysely)
      .selectFrom(name)
      .select('email')
      .where('owner_id', '=', userId)
      .where('status', 'not in', closedStates)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (typeof row?.['email'] === 'string') return row['email']
  }
  return (await findUser(kysely, userId))?.email ?? undefined
}
