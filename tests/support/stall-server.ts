/** Runs the real server with the modules of import tests: `node stall-server.ts PLACE` prints its URL as JSON. */
import { openDatabase } from '../../server/db/client.ts'
import type { DataPlace } from './databases.ts'
import { startServer } from './server.ts'
import { stallModules } from './stalls.ts'

const place = JSON.parse(process.argv[2] ?? '{}') as DataPlace
const db = await openDatabase(place)
const { url } = await startServer({ db, dataDir: place.dataDir, modules: stallModules })
process.stdout.write(`${JSON.stringify({ url })}\n`)
