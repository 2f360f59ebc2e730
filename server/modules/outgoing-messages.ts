import { is } from '#contract/conditions.ts'
import { resendableCondition, outgoingMessages } from '#contract/modules/outgoing-messages.ts'
import { toInstant } from '#contract/time.ts'
import { allow } from '#server/engine/schema/permissions.ts'
import { serverModule } from '#server/engine/schema/server-module.ts'
import { requeueMessage } from '#server/messages/queue.ts'

/**
 * `enqueueMessage` creates the rows and the messages' worker updates them. The only request that writes is the retry
 * of a parked message, which starts again from the first try.
 */
export const outgoingMessagesServer = serverModule(outgoingMessages, {
  permissions: { administrator: allow('list read').may('retry') },
  isServerWritten: true,
  isTransient: true,
  hooks: {
    make: async ({ operation, now }) =>
      operation === 'retry' ? { tries: 0, next_try_at: toInstant(now) } : {},
    check: async ({ trx, operation, after, now }) => {
      if (operation !== 'retry' || (await requeueMessage(trx, after.id, now))) return []
      return [{ path: 'state', key: 'message.gone' }]
    },
  },
  waiting: [
    {
      label: { 'zh-CN': '未能发出的消息', en: 'Messages that could not be sent' },
      // Codes are useless when they arrive late, so they are never resent.
      rows: [is('state', 'parked'), resendableCondition],
      since: 'created_at',
    },
  ],
  retention: [{ name: 'messages', since: ['forum_end', 'created_at'], hours: 30 * 24 }],
})
