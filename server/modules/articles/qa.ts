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
import { numberHooks } from './article-number.ts'

/** Questions of one person that may wait at the same time: nobody fills the organisers' list alone. */
const mostWaiting = 5

/**
 * A question that somebody asks waits, unseen by others, until an organiser publishes it with its answer; who asked is
 * written to then, and no longer named by the row.
 * @param isAnswering true for who works with questions in the console
 */
function questionHooks(isAnswering: (caller: Caller) => boolean): Required<Omit<WriteHooks, 'rowOnly'>> {
  return {
    make: async (step) => ({
      ...(await numberHooks.make(step)),
      ...(isPublishing(step) && { owner_id: null, asked_in: null }),
      ...(!isAnswering(step.caller) && asked(step)),
    }),
    check: async (step) => [
      ...(await numberHooks.check(step)),
      ...(isAnswering(step.caller) ? [] : await waitingProblems(step)),
      ...(isLosingAnswer(step) ? [{ path: 'body', key: 'qa.no_answer' }] : []),
      ...(isPublishing(step) && isLater(step) ? [{ path: 'published_at', key: 'qa.not_later' }] : []),
    ],
    follow: async (step) => {
      if (isPublishing(step)) await tellAsker(step)
    },
  }
}

/** One language is enough for asking; the organiser adds the other one. */
function asked({ after, caller, locale, now }: WriteHookContext): Record<string, unknown> {
  const title = (after['title'] ?? {}) as Partial<Localized>
  const text = title[locale] || title['zh-CN'] || title.en
  return {
    ...(text && { title: { 'zh-CN': title['zh-CN'] || text, en: title.en || text } }),
    status: 'asked',
    published_at: toInstant(now),
    owner_id: caller.kind === 'user' ? caller.id : null,
    asked_in: locale,
  }
}

function isPublishing({ before, after }: WriteHookContext): boolean {
  return typeof before?.['owner_id'] === 'string' && after['status'] === 'published'
}

/** Who asked is told at once, and would find nothing yet. */
function isLater({ after, now }: WriteHookContext): boolean {
  return String(after['published_at']) > toInstant(now)
}

/**
 * True when what is published has no answer from now on. It was asked by somebody who is about to be told of it, or was
 * when it was published first.
 */
function isLosingAnswer({ before, after }: WriteHookContext): boolean {
  return isUnanswered(after) && !(before && isUnanswered(before))
}

/** True for a question that everybody reads and that has an answer in no language. */
function isUnanswered({ status, body }: Values): boolean {
  if (status !== 'published') return false
  const bodies = Object.values((body ?? {}) as Record<string, unknown>)
  return !bodies.some((text) => toPlainText(text).trim() !== '')
}

async function waitingProblems({ trx, caller }: WriteHookContext): Promise<FieldIssue[]> {
  if (caller.kind !== 'user') return []
  const waiting = await moduleTables(trx)
    .selectFrom(qa.name)
    .select((eb) => eb.fn.countAll().as('count'))
    .where('owner_id', '=', caller.id)
    .where('status', '=', 'asked')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  const isFull = Number(waiting?.count ?? 0) >= mostWaiting
  return isFull ? [{ path: 'title', key: 'qa.too_many', params: { count: mostWaiting } }] : []
}

async function tellAsker(step: WriteHookContext): Promise<void> {
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

/** Questions that were never published go so long after the forum, as other personal data do (security.md 9). */
const keptHours = 30 * 24

/** Everything but who asked. */
const told = [
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

/** What one asked oneself is seen before it is published, too, to know how it stands. */
const asker = allow('list read create').fields(told).withOwnDrafts('owner_id').writes(['title'])

export const qaServer: ServerModule = serverModule(qa, {
  permissions: {
    anonymous: allow('list read').fields(told),
    applicant: asker,
    participant: asker,
    staff: asker,
    organiser: publicContent.organiser,
  },
  hooks: questionHooks((caller) => isConsoleReader(caller, qaServer)),
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
      hours: keptHours,
    },
  ],
})
