import { settings } from '#contract/modules/settings.ts'
import { publicContent } from '#server/engine/grants.ts'
import { serverModule } from '#server/engine/server-module.ts'

export const settingsServer = serverModule(settings, {
  permissions: publicContent,
  namedValues: { path: '/front/settings', name: 'name', value: 'value' },
})
