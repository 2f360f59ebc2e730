import type { ForumSetting } from '#contract/forum.ts'
import { selectLocalizedText, type Locale, type Localized } from '#contract/locale.ts'
import { meetingRooms } from '#contract/modules/meeting-rooms.ts'
import type { WriteHookContext } from '#server/engine/schema/write-hooks.ts'
import { readRows } from '#server/engine/write/write-rows.ts'
import { quoteText } from '#server/messages/templates.ts'
import type { Template } from '#server/messages/templates.ts'
import { findEmail } from '#server/modules/registrations/messages.ts'
import { readSetting } from '#server/db/settings.ts'

/** Templates by operation; other operations send no mail. */
const templatesByOperation: Readonly<Record<string, Template | undefined>> = {
  assign: 'side_meeting_assigned',
  mark_paid: 'side_meeting_paid',
  decline: 'side_meeting_declined',
  cancel: 'side_meeting_cancelled',
}

/**
 * Mails the applicant in their own language about an organiser's action. An applicant without an address sees it in
 * the app only.
 */
export async function notifyApplicant(step: WriteHookContext): Promise<void> {
  const { trx, operation, after } = step
  const template = templatesByOperation[operation]
  const userId = after['owner_id']
  if (!template || typeof userId !== 'string') return
  const to = await findEmail(trx, userId)
  if (to === undefined) return
  const locale = after['locale'] as Locale
  const forum = await readSetting<ForumSetting>(trx, 'forum')
  const localizedText = (key: string) => selectLocalizedText(after[key] as Localized | null, locale).text
  const text = (key: string) => (typeof after[key] === 'string' ? after[key] : '')
  await step.send({
    channel: 'mail',
    to,
    template,
    locale,
    userId,
    // Each template uses some of these.
    params: {
      forum: selectLocalizedText(forum?.name, locale).text,
      meeting: quoteText(text('name')),
      reason: localizedText('reason'),
      date: text('assigned_date'),
      from: text('assigned_start_time_at'),
      to: text('assigned_end_time_at'),
      room: await findRoomName(step, locale),
      amount: Number(after['amount'] ?? 0).toLocaleString(locale),
      payee: localizedText('payee_name'),
      bank: localizedText('payee_bank'),
      account: text('payee_account'),
      reference: text('payment_reference'),
      pay_by: text('pay_by'),
    },
  })
}

async function findRoomName({ trx, after }: WriteHookContext, locale: Locale): Promise<string> {
  const id = after['assigned_room']
  const [room] = typeof id === 'string' ? await readRows(trx, meetingRooms, { id }) : []
  return selectLocalizedText(room?.['name'] as Localized | undefined, locale).text
}
