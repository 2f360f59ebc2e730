import { settings } from '#contract/modules/settings.ts'
import { publicContent, serverModule } from '#server/engine/server-module.ts'

export const settingsServer = serverModule(settings, {
  permissions: publicContent,
  namedValues: { path: '/front/settings', name: 'name', value: 'value' },
})
