/**
 * The real server as a process of its own with the routes of `once-routes.ts`, which kills itself where the note says:
 * `node once-server.ts PLACE`. Once it serves it prints its address.
 */
import { join } from 'node:path'
import { openDatabase } from '../../server/db/client.ts'
import { openSecrets } from '../../server/secrets/secrets-file.ts'
import type { DataPlace } from './databases.ts'
import { onceRoutes } from './once-routes.ts'
import { startServer } from './server.ts'

const place = JSON.parse(process.argv[2] ?? '{}') as DataPlace
const db = await openDatabase(place)
const dieAt = (moment: string) => (text: string) => {
  if (text.startsWith(moment)) process.kill(process.pid, 'SIGKILL')
}
const routes = onceRoutes({
  db,
  secrets: await openSecrets(join(place.dataDir, 'secrets.json')),
  now: () => new Date(),
  meanwhile: async (text) => dieAt('before the commit')(text),
  afterwards: dieAt('after the commit'),
})
const { url } = await startServer({ db, dataDir: place.dataDir, routes: [routes] })
process.stdout.write(`${url}\n`)
