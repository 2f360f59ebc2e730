import { randomUUID } from 'node:crypto'
import type { FastifyPluginAsync } from 'fastify'
import { sql, type Transaction } from 'kysely'
import type { ErrorKey } from '../../contract/errors.ts'
import type { Database, Tables } from '../../server/db/client.ts'
import { runOnce } from '../../server/http/idempotency.ts'
import { refuse } from '../../server/http/refusal.ts'
import type { Secrets } from '../../server/secrets/secrets.ts'

/** A table of a test's own, with a rule that the database keeps. */
type Notes = Record<'once_notes', { id: string; text: string }>

/** What the routes of {@link onceRoutes} work with. */
export interface OnceWorld {
  db: Database
  secrets: Secrets
  now: () => Date
  /** Runs after the look for a note with this text and before it is written. */
  looked?: (text: string) => Promise<void>
  /** Runs after the note is written and before its transaction ends. */
  meanwhile?: (text: string) => Promise<void>
  /** Runs after the transaction and before the answer. */
  afterwards?: (text: string) => void
  /** Refuses a note, or fails over it, once it is written. */
  trouble?: (text: string) => ErrorKey | Error | undefined
}

/** What a note's effect answers. */
export interface NoteData {
  id: string
  text: string
}

export async function makeNotes(db: Database): Promise<void> {
  await sql`create table once_notes (id text primary key, text text not null unique)`.execute(db.kysely)
}

export async function listNotes({ kysely }: Database): Promise<string[]> {
  const rows = await kysely
    .withTables<Notes>()
    .selectFrom('once_notes')
    .select('text')
    .orderBy('text')
    .execute()
  return rows.map(({ text }) => text)
}

/** Calls that write a note unless there is one with this text, once for a key; `/open-note` is for everybody. */
export function onceRoutes(world: OnceWorld): FastifyPluginAsync {
  return async (app) => {
    for (const [path, kind] of [
      ['/note', 'signed_in'],
      ['/other-note', 'signed_in'],
      ['/open-note', 'public'],
    ] as const)
      app.post<{ Body: { text: string } }>(
        path,
        { config: { permission: { kind }, takesKey: true } },
        async (request, reply) => {
          const { text } = request.body
          const answer = await runOnce(world, request, reply, {
            beside: 'notes',
            effect: (trx) => writeNote(world, trx, text),
          })
          world.afterwards?.(text)
          return answer
        },
      )
  }
}

async function writeNote(world: OnceWorld, trx: Transaction<Tables>, text: string): Promise<NoteData> {
  const id = randomUUID()
  const notes = trx.withTables<Notes>()
  const there = await notes.selectFrom('once_notes').select('id').where('text', '=', text).executeTakeFirst()
  await world.looked?.(text)
  if (there) throw refuse('row.stale', { data: there })
  await notes.insertInto('once_notes').values({ id, text }).execute()
  await world.meanwhile?.(text)
  const trouble = world.trouble?.(text)
  if (trouble instanceof Error) throw trouble
  if (trouble) throw refuse(trouble, { data: { text }, fields: [{ path: 'text', key: 'field.invalid' }] })
  return { id, text }
}
