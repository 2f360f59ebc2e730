import { readFile } from 'node:fs/promises'
import type { Kysely } from 'kysely'
import type { Clock } from '#server/clock.ts'
import type { Database, Tables } from '#server/db/client.ts'
import { vacuumAnalyze } from '#server/db/vacuum-analyze.ts'
import type { Registry } from '#server/engine/schema/registry.ts'
import { readRows, type RowToWrite, upsertRows } from '#server/engine/write/write-rows.ts'
import { findFiles } from '#server/files/find-files.ts'
import type { FileStorage } from '#server/files/storage.ts'
import { storeFile } from '#server/files/store-file.ts'
import type { Secrets } from '#server/secrets/secrets.ts'
import { fillSampleForum, sampleSource } from './fill-sample.ts'
import { toArticle } from './load/articles.ts'
import { stateOf, toAccount, toRegistration, toSideMeeting, toTravel, type Choosable } from './load/people.ts'
import { portraitFile } from './people/photos.ts'

/** Rows of one transaction: readers of SQLite never wait long. */
const batchRows = 1000

/** Of how many people one applies for a side meeting. */
const meetingEvery = 100

/** All of the people have the same picture. */
const photoNo = 'load-portrait'

export interface LoadOptions {
  db: Database
  registry: Registry
  storage: FileStorage
  secrets: Secrets
  clock: Clock
  /** Numbers of rows wanted. */
  registrations: number
  articles: number
  /** Called after each batch, with the rows done so far. */
  progress?: (module: string, done: number, wanted: number) => void
}

/** Rows by module, in the order in which they are written. */
type Batch = Readonly<Record<string, readonly RowToWrite[]>>

/**
 * Writes many rows for measuring. They are always the same, so that a second run with the same numbers changes
 * nothing, and a larger one adds. An empty database gets the sample forum first: a later start finds it used, and would
 * leave it without settings and programme.
 * @returns rows inserted, by module
 */
export async function loadSample(options: LoadOptions): Promise<Record<string, number>> {
  const { articles, registrations } = options
  await fillSampleForum(options)
  const inserted: Record<string, number> = {}
  if (articles > 0) {
    const categories = (await readAll(options, 'article_category')).map(({ id }) => id)
    await loadBatches(options, { module: 'informations', wanted: articles }, inserted, (indexes) => ({
      informations: indexes.map((index) => toArticle(index, categories)),
    }))
  }
  if (registrations > 0) {
    const choosable = await findChoosable(options)
    await loadBatches(options, { module: 'registrations', wanted: registrations }, inserted, (indexes) =>
      peopleOf(indexes, choosable),
    )
  }
  for (const [module, count] of Object.entries(inserted))
    if (count > 0) await vacuumAnalyze(options.db, module)
  return inserted
}

/** Accounts with their registrations, and what the approved ones have entered since. */
function peopleOf(indexes: readonly number[], choosable: Choosable): Batch {
  const approved = indexes.filter((index) => stateOf(index) === 'approved')
  return {
    users: indexes.map(toAccount),
    registrations: indexes.map((index) => toRegistration(index, choosable)),
    travel_infos: approved.filter((index) => index % 2 === 0).map(toTravel),
    side_meetings: approved.filter((index) => index % meetingEvery === 0).map(toSideMeeting),
  }
}

/** How many rows a module is to have. */
interface LoadGoal {
  module: string
  wanted: number
}

async function loadBatches(
  { db, registry, secrets, clock, progress }: LoadOptions,
  { module, wanted }: LoadGoal,
  inserted: Record<string, number>,
  batchOf: (indexes: readonly number[]) => Batch,
): Promise<void> {
  for (let start = 0; start < wanted; start += batchRows) {
    const end = Math.min(start + batchRows, wanted)
    const batch = batchOf(Array.from({ length: end - start }, (_, index) => start + index))
    await db.transaction(async (trx) => {
      for (const [name, rows] of Object.entries(batch)) {
        const marked = rows.map((row) => ({ ...row, source: sampleSource }))
        const options = { now: clock.now(), secrets }
        const counts = await upsertRows(trx, registry.get(name).definition, marked, options)
        inserted[name] = (inserted[name] ?? 0) + counts.inserted
      }
    })
    progress?.(module, end, wanted)
  }
}

async function readAll({ db, registry }: LoadOptions, module: string) {
  return readRows(db.kysely, registry.get(module).definition)
}

async function findChoosable(options: LoadOptions): Promise<Choosable> {
  const { db, storage, clock } = options
  const tracks = (await readAll(options, 'tracks'))
    .filter((row) => row['code'] !== null && row['starts_at'] !== null && row['ends_at'] !== null)
    .toSorted((a, b) => Number(a['position']) - Number(b['position']))
    .map(({ id, starts_at, ends_at }) => ({ id, starts_at: String(starts_at), ends_at: String(ends_at) }))
  const tours = (await readAll(options, 'tour_routes')).map(({ id }) => id)
  const photo = await db.transaction((trx) => ensurePhoto(trx, storage, clock.now()))
  return { tracks, tours, photo }
}

async function ensurePhoto(
  trx: Kysely<Tables>,
  storage: FileStorage,
  now: Date,
): Promise<Choosable['photo']> {
  const found = (await findFiles(trx, [photoNo])).get(photoNo)
  if (found) return found
  const bytes = await readFile(new URL(`files/${portraitFile}`, import.meta.url))
  return storeFile(trx, storage, { no: photoNo, name: portraitFile, mediaType: 'image/webp', bytes }, now)
}
