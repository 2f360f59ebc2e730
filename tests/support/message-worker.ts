/**
 * A worker in a process of its own, to be killed: sends mails by MAIL_URL from the database of DATA_DIR or DATABASE_URL,
 * with a clock that is AHEAD_MS ahead, so that what a killed one held is taken over at once.
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
