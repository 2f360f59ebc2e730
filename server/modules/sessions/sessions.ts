import { sessions } from '#contract/modules/sessions.ts'
import { publicContent } from '#server/engine/schema/permissions.ts'
import { serverModule } from '#server/engine/schema/server-module.ts'
import { linkHooks } from '#server/modules/sessions/link-hooks.ts'

export const sessionsServer = serverModule(sessions, {
  permissions: publicContent,
  overlaps: [
    {
      relations: ['room', 'other_rooms'],
      from: 'starts_at',
      to: 'ends_at',
      where: [{ param: 'state', op: 'eq', value: 'confirmed' }],
      key: 'session.room.shared',
    },
  ],
  hooks: linkHooks,
})
