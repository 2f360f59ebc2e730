import { is } from '#contract/conditions.ts'
import { settings } from '#contract/modules/settings.ts'
import { publicContent } from '#server/engine/schema/permissions.ts'
import { serverModule } from '#server/engine/schema/server-module.ts'
import { settingHooks } from '#server/modules/settings/setting-hooks.ts'

const { organiser } = publicContent

/** What is secret is neither told nor made so by anybody but administrators. */
export const settingsServer = serverModule(settings, {
  permissions: {
    ...publicContent,
    organiser: organiser.rows<'is_secret'>(is('is_secret', false)).writes(['name', 'value', 'is_public']),
    administrator: organiser,
  },
  namedValues: { path: '/front/settings', name: 'name', value: 'value' },
  hooks: settingHooks,
})
