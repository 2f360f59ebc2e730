import type { Kysely } from 'kysely'
import type { ForumSetting } from '#contract/forum.ts'
import { selectLocalizedText, type Locale, type Localized } from '#contract/locale.ts'
import { registrations } from '#contract/modules/registrations.ts'
import { closedStates } from '#contract/modules/review.ts'
import { staffRegistrations } from '#contract/modules/staff-registrations.ts'
import type { WriteHookContext } from '#server/engine/schema/write-hooks.ts'
import { canCauseMail } from '#server/messages/recipients.ts'
import { quoteText, type Template } from '#server/messages/templates.ts'
import { readSetting } from '#server/db/settings.ts'
import type { Tables } from '#server/db/client.ts'
import { findUser } from '#server/accounts/users.ts'
import { moduleTables } from '#server/db/module-tables.ts'

/** What each deed tells; an approval has a message of its own in each kind of registration. */
const told: Readonly<Record<string, Template | undefined>> = {
  create: 'registration_received',
  request_info: 'registration_more_info',
  decline: 'registration_declined',
}

/**
 * Writes to the person at the address that they gave, in their own language (T49). Name and reason are all that it says
 * of them; no message has an ID number (checklist 316).
 */
export async function notifyRegistrant(approved: Template, step: WriteHookContext): Promise<void> {
  const { trx, deed, after } = step
  const template = deed === 'approve' ? approved : told[deed]
  if (!template) return
  const locale = after['locale'] as Locale
  const ownerId = after['owner_id']
  // Anybody can type anybody's address: what a person does by themselves brings one mail to it, what organisers do each.
  if (deed === 'create' && !(await canCauseMail(step, String(after['email'])))) return
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

/** Where mail reaches a person: the address of their registration, else that of the account. */
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
