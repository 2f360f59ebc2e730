/**
 * Runs a worker in a process of its own. Its clock is AHEAD_MS ahead, so that it takes over the leases of a killed
 * one.
 */
import { openDatabase } from '../../server/db/client.ts'
import { startWorker } from './messages.ts'

const { DATA_DIR: dataDir = '', DATABASE_URL: databaseUrl, MAIL_URL = '', AHEAD_MS = '0' } = process.env
const db = await openDatabase({ dataDir, ...(databaseUrl !== undefined && { databaseUrl }) })
await startWorker({
  db,
  dataDir,
  now: () => new Date(Date.now() + Number(AHEAD_MS)),
  env: { MAIL_URL },
})
