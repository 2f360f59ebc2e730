import { join } from 'node:path'
import { deleteExpiredCodes } from '../../server/accounts/codes.ts'
import { readConfig } from '../../server/config.ts'
import type { Database } from '../../server/db/client.ts'
import type { Transport } from '../../server/messages/transport.ts'
import { createTransports, startMessages, type Messages } from '../../server/messages/messages.ts'
import { enqueueMessage, type OutgoingMessage } from '../../server/messages/outgoing.ts'
import { openSecrets } from '#server/secrets/secrets.ts'
import type { Secrets } from '../../server/secrets/secrets.ts'

/** The message worker as the server runs it, on the data of a test. */
export interface Worker {
  secrets: Secrets
  messages: Messages
  log: string[]
}

/** Options of a worker. */
export interface WorkerOptions {
  db: Database
  dataDir: string
  now: () => Date
  /** An operator's variables: MAIL_URL, SMS_DRIVER, … */
  env?: Readonly<Record<string, string>>
  /** Replaces the mail transport. */
  mailDriver?: Transport
}

/** Starts a worker. */
export async function startWorker({
  db,
  dataDir,
  now,
  env = {},
  mailDriver,
}: WorkerOptions): Promise<Worker> {
  const secrets = await openSecrets(join(dataDir, 'secrets.json'))
  const config = readConfig({ DATA_DIR: dataDir, PUBLIC_URL: 'https://forum.example', ...env })
  const log: string[] = []
  const write = (what: object, line: string): void => void log.push(`${JSON.stringify(what)} ${line}`)
  const messages = startMessages({
    db,
    secrets,
    clock: { now },
    log: { info: write, warn: write },
    transports: { ...createTransports(config), ...(mailDriver && { mail: mailDriver }) },
    findDeletionTime: async () => now(),
    deleteExpiredCodes: (time, forget) => deleteExpiredCodes(db.kysely, time, forget),
  })
  return { secrets, messages, log }
}

/** Enqueues messages in one transaction. */
export async function entrust(
  db: Database,
  secrets: Secrets,
  messages: readonly OutgoingMessage[],
): Promise<string[]> {
  return db.transaction(async (trx) => {
    const ids: string[] = []
    for (const message of messages) ids.push(await enqueueMessage(trx, message, secrets))
    return ids
  })
}

/** A row of `outgoing_messages`. */
export interface MessageRow {
  id: string
  recipient: string
  state: string
  tries: number
  next_try_at: string | null
  problem: string | null
}

/** Lists the rows of these messages in their order. */
export async function rowsOf(db: Database, ids: readonly string[]): Promise<MessageRow[]> {
  const rows = (await db.kysely
    .selectFrom('outgoing_messages' as 'users')
    .selectAll()
    .where('id', 'in', ids)
    .execute()) as unknown as MessageRow[]
  return ids.flatMap((id) => rows.filter((row) => row.id === id))
}

/** Whether these messages are in a state. */
export async function are(db: Database, ids: readonly string[], state: string): Promise<boolean> {
  return (await rowsOf(db, ids)).every((row) => row.state === state)
}

/** Advances the clock until the messages are in a state or no attempt is running. @returns whether they are in it */
export async function stepUnless(
  db: Database,
  worker: Worker,
  ids: readonly string[],
  state: string,
  clock: { nowMs: number },
  stepMs: number,
): Promise<boolean> {
  if (await are(db, ids, state)) return true
  const leased = db.kysely.selectFrom('message_queue').select('seq').where('lease', 'is not', null)
  if ((await leased.execute()).length === 0) clock.nowMs += stepMs
  worker.messages.wake()
  return false
}
