/** `npm start`: builds the app when its sources are newer than the build, then serves app and API. */
import { isBuildCurrent } from './lib/build-state.ts'
import { run } from './lib/run.ts'

if (!(await isBuildCurrent())) {
  console.log('Building the app …')
  // A separate process: otherwise the bundler's memory stays with the server.
  const code = await run(process.execPath, [...process.execArgv, 'scripts/build.ts'])
  if (code !== 0) process.exit(code)
}
await import('../server/main.ts')
