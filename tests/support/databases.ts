import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, inject } from 'vitest'
import type { Database } from '../../server/db/client.ts'
import { openDatabase } from '../../server/db/client.ts'
import { full, type TestMark } from './marks.ts'
import { createDatabaseOn } from './postgres.ts'

/** Data of a suite: a folder, and on PostgreSQL a database of its own. */
export interface DataPlace {
  dataDir: string
  databaseUrl?: string
}

/** Prepared in `beforeAll`; read it inside tests and hooks only. */
export interface TestPlace {
  readonly place: DataPlace
  /** Opens the suite's database, empty and without tables; it is closed after the suite. */
  open(): Promise<Database>
}

type Suite = (place: TestPlace, dialect: Database['dialect']) => void

/** Describes a suite on SQLite, and in the full suite on PostgreSQL too: for SQL that is the same on both. */
export function eachDatabase(name: string, suite: Suite): void {
  describeOn('sqlite', name, {}, suite)
  describeOn('postgres', name, full('the SQL of this suite is the same on both databases'), suite)
}

/** Describes a suite on both databases, in the gate too: for suites where the SQL differs or locks matter. */
export function bothDatabases(name: string, suite: Suite): void {
  describeOn('sqlite', name, {}, suite)
  describeOn('postgres', name, {}, suite)
}

function describeOn(dialect: Database['dialect'], name: string, mark: Partial<TestMark>, suite: Suite): void {
  describe(`${name} on ${dialect}`, mark, () => {
    let place: DataPlace | undefined
    const opened: Database[] = []

    beforeAll(async () => {
      place = await makePlace(dialect)
    })

    afterAll(async () => {
      await Promise.all(opened.map((db) => db.close()))
      if (place) await rm(place.dataDir, { recursive: true, force: true })
    })

    const getPlace = (): DataPlace => {
      if (!place) throw new Error('the place of the data is known after beforeAll')
      return place
    }
    suite(
      {
        get place() {
          return getPlace()
        },
        open: async () => {
          const db = await openDatabase(getPlace())
          opened.push(db)
          return db
        },
      },
      dialect,
    )
  })
}

/** Creates an empty place; the caller deletes its folder. */
export async function makePlace(dialect: Database['dialect']): Promise<DataPlace> {
  const dataDir = await mkdtemp(join(tmpdir(), 'forum-api-'))
  if (dialect === 'sqlite') return { dataDir }
  return { dataDir, databaseUrl: await createDatabaseOn(await getPostgresUrl()) }
}

/**
 * Creates a database on the run's PostgreSQL, which starts with the first request. @throws Error when it cannot be
 * started
 */
export async function getPostgresUrl(): Promise<string> {
  const response = await fetch(inject('postgresProvider'))
  const text = await response.text()
  if (response.ok) return text
  throw new Error(text)
}
