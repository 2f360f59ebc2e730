import type { Values } from '#contract/form/form-shape.ts'
import type { FieldIssue } from '#contract/envelope.ts'
import type { ForumSetting } from '#contract/forum.ts'
import { selectLocalizedText, type Locale, type Localized } from '#contract/locale.ts'
import { qa } from '#contract/modules/qa.ts'
import { toPlainText } from '#contract/rich-text.ts'
import { toInstant } from '#contract/time.ts'
import { is, isOneOf } from '#contract/conditions.ts'
import { moduleTables } from '#server/db/module-tables.ts'
import type { WriteHooks, WriteHookContext } from '#server/engine/schema/write-hooks.ts'
import type { Caller } from '#server/http/caller.ts'
import { findEmail } from '#server/modules/registrations/messages.ts'
import { quoteText } from '#server/messages/templates.ts'
import { readSetting } from '#server/db/settings.ts'
import { allow, publicContent } from '#server/engine/schema/permissions.ts'
import { serverModule, type ServerModule } from '#server/engine/schema/server-module.ts'
import { isConsoleReader } from '#server/engine/schema/visible-fields.ts'
import { articleNumberHooks } from './article-number.ts'

/** Maximum pending questions of one user, so that nobody fills the organisers' list alone. */
const maxPending = 5

/**
 * Creates the hooks of questions. A question stays private until an organiser publishes it with its answer. Publishing
 * mails the user who asked and removes the user's id from the row.
 * @param isAnswering true for callers who edit questions in the console
 */
function createQuestionHooks(
  isAnswering: (caller: Caller) => boolean,
): Required<Omit<WriteHooks, 'rowOnly'>> {
  return {
    make: async (step) => ({
      ...(await articleNumberHooks.make(step)),
      ...(isPublishing(step) && { owner_id: null, asked_in: null }),
      ...(!isAnswering(step.caller) && createQuestionValues(step)),
    }),
    check: async (step) => [
      ...(await articleNumberHooks.check(step)),
      ...(isAnswering(step.caller) ? [] : await checkPendingLimit(step)),
      ...(isPublishingUnanswered(step) ? [{ path: 'body', key: 'qa.no_answer' }] : []),
      ...(isPublishing(step) && isPublishedLater(step)
        ? [{ path: 'published_at', key: 'qa.not_later' }]
        : []),
    ],
    follow: async (step) => {
      if (isPublishing(step)) await notifyAsker(step)
    },
  }
}

/** Users ask in one language: the title in the other one is the same text until an organiser translates it. */
function createQuestionValues({ after, caller, locale, now }: WriteHookContext): Record<string, unknown> {
  const title = (after['title'] ?? {}) as Partial<Localized>
  const text = title[locale] || title['zh-CN'] || title.en
  return {
    ...(text && { title: { 'zh-CN': title['zh-CN'] || text, en: title.en || text } }),
    status: 'asked',
    // The field is required. The organiser who publishes the question sets the real time.
    published_at: toInstant(now),
    owner_id: caller.kind === 'user' ? caller.id : null,
    asked_in: locale,
  }
}

/** True when this write publishes a user's question. Publishing empties `owner_id`, so that happens once per question. */
function isPublishing({ before, after }: WriteHookContext): boolean {
  return typeof before?.['owner_id'] === 'string' && after['status'] === 'published'
}

/** Publishing mails the user at once, so a later publication time would lead to nothing. */
function isPublishedLater({ after, now }: WriteHookContext): boolean {
  return String(after['published_at']) > toInstant(now)
}

/**
 * True when this write publishes a question without an answer. A question that was published without one before may
 * stay.
 */
function isPublishingUnanswered({ before, after }: WriteHookContext): boolean {
  return isUnanswered(after) && !(before && isUnanswered(before))
}

/** True for a published question that has an answer in no language. */
function isUnanswered({ status, body }: Values): boolean {
  if (status !== 'published') return false
  const bodies = Object.values((body ?? {}) as Record<string, unknown>)
  return !bodies.some((text) => toPlainText(text).trim() !== '')
}

async function checkPendingLimit({ trx, caller }: WriteHookContext): Promise<FieldIssue[]> {
  if (caller.kind !== 'user') return []
  const pendingRow = await moduleTables(trx)
    .selectFrom(qa.name)
    .select((eb) => eb.fn.countAll().as('count'))
    .where('owner_id', '=', caller.id)
    .where('status', '=', 'asked')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  const isFull = Number(pendingRow?.count ?? 0) >= maxPending
  return isFull ? [{ path: 'title', key: 'qa.too_many', params: { count: maxPending } }] : []
}

async function notifyAsker(step: WriteHookContext): Promise<void> {
  const { trx, before, after } = step
  const userId = String(before?.['owner_id'])
  const to = await findEmail(trx, userId)
  if (to === undefined) return
  const locale = before?.['asked_in'] as Locale
  const forum = selectLocalizedText((await readSetting<ForumSetting>(trx, 'forum'))?.name, locale).text
  const question = selectLocalizedText(after['title'] as Localized, locale).text
  await step.send({
    channel: 'mail',
    to,
    template: 'question_answered',
    params: { forum, question: quoteText(question) },
    locale,
    userId,
  })
}

/** Hours after the forum until unpublished questions are deleted, as other personal data. */
const retentionHours = 30 * 24

/** Every field except the author and their language. */
const publicFields = [
  'no',
  'category',
  'title',
  'summary',
  'published_at',
  'status',
  'position',
  'body',
  'created_at',
  'updated_at',
] as const

/** Users also see their own unpublished questions, to follow their state. */
const askerPermissions = allow('list read create')
  .fields(publicFields)
  .withOwnDrafts('owner_id')
  .writes(['title'])

export const qaServer: ServerModule = serverModule(qa, {
  permissions: {
    anonymous: allow('list read').fields(publicFields),
    applicant: askerPermissions,
    participant: askerPermissions,
    staff: askerPermissions,
    organiser: publicContent.organiser,
  },
  hooks: createQuestionHooks((caller) => isConsoleReader(caller, qaServer)),
  waiting: [
    {
      label: { 'zh-CN': '待回答的提问', en: 'Questions to be answered' },
      rows: [is('status', 'asked')],
      since: 'created_at',
    },
  ],
  ownership: { field: 'owner_id', onErasure: 'goes' },
  retention: [
    {
      name: 'questions',
      label: { 'zh-CN': '未发布的提问', en: 'Questions that were not published' },
      rows: [isOneOf('status', ['asked', 'hidden'])],
      since: ['forum_end', 'created_at'],
      hours: retentionHours,
    },
  ],
})
