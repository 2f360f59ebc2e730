import { outgoingMessages } from '#contract/modules/outgoing-messages.ts'
import { allow } from '#server/engine/grants.ts'
import { serverModule } from '#server/engine/server-module.ts'

/** Rows come by `enqueueMessage` and follow what the messages' worker does: no call writes here. */
export const outgoingMessagesServer = serverModule(outgoingMessages, {
  permissions: { administrator: allow('list read') },
  isRecord: true,
  isPassing: true,
  retention: [{ name: 'messages', since: ['forum_end', 'created_at'], hours: 30 * 24 }],
})
