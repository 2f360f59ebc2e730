import { is, isOneOf } from '#contract/conditions.ts'
import { qa } from '#contract/modules/qa.ts'
import { questionHooks } from '#server/modules/articles/question-hooks.ts'
import { allow, publicContent } from '#server/engine/schema/permissions.ts'
import { serverModule, type ServerModule } from '#server/engine/schema/server-module.ts'
import { isConsoleReader } from '#server/engine/schema/visible-fields.ts'

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
