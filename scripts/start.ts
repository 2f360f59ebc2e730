/** `npm start`: builds the app when its sources are newer than the build, then serves app and API. */
import { buildApp } from './lib/build-app.ts'
import { isBuildCurrent } from './lib/build-state.ts'

if (!(await isBuildCurrent())) {
  console.log('Building the app …')
  await buildApp()
}
await import('../server/main.ts')
