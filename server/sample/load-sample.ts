import { sql } from 'kysely'
import { subForums } from '#contract/forum.ts'
import type { Localized } from '#contract/locale.ts'
import { businessCategories } from '#contract/modules/registrations.ts'
import { closedStates, type ReviewState } from '#contract/modules/review.ts'
import type { FileValue } from '#contract/row.ts'
import { overlaps, toInstant } from '#contract/time.ts'
import type { Database } from '#server/db/client.ts'
import { readRows, type RowToWrite, upsertRows } from '#server/engine/write/write-rows.ts'
import { findFiles } from '#server/files/find-files.ts'
import { toForumInstant, createRichText } from './create-rows.ts'
import articleData from './data/load-articles.json' with { type: 'json' }
import {
  fillSampleForum,
  type FileTarget,
  portraitFile,
  type SampleOptions,
  sampleSource,
  storeSampleFile,
} from './fill-sample.ts'

/** Rows of one transaction: readers of SQLite never wait long. */
const batchRows = 1000

/** One of this many people applies for a side meeting. */
const peoplePerMeeting = 100

/** Number of the file that is the photo of all these people. */
const photoNo = 'load-portrait'

/** Options of {@link loadSample}. */
export interface LoadOptions extends SampleOptions {
  /** Number of registrations to have. */
  registrations: number
  /** Number of articles to have. */
  articles: number
  /** Called after each batch, with the rows done so far. */
  progress?: (module: string, done: number, goal: number) => void
}

/**
 * Writes many rows for load tests. They are always the same, so that a second run with the same numbers changes
 * nothing, and one with larger numbers adds rows. An empty database gets the sample forum first: a later start would
 * find rows and load no settings and programme.
 * @returns rows inserted, by module
 */
export async function loadSample(options: LoadOptions): Promise<Record<string, number>> {
  const { articles, registrations } = options
  await fillSampleForum(options)
  const inserted: Record<string, number> = {}
  if (articles > 0) {
    const categories = (await readAll(options, 'article_category')).map(({ id }) => id)
    await loadBatches(options, { module: 'informations', goal: articles }, inserted, (indexes) => ({
      informations: indexes.map((index) => toArticle(index, categories)),
    }))
  }
  if (registrations > 0) {
    const choices = await findChoices(options)
    await loadBatches(options, { module: 'registrations', goal: registrations }, inserted, (indexes) =>
      toPeople(indexes, choices),
    )
  }
  for (const [module, count] of Object.entries(inserted))
    if (count > 0) await vacuumAnalyze(options.db, module)
  return inserted
}

/** Rows of this database that registrations refer to. */
export interface RegistrationChoices {
  /** Sub-forums in their order. */
  tracks: readonly { id: string; starts_at: string; ends_at: string }[]
  /** Ids of the tours. */
  tours: readonly string[]
  /** The photo of every person. */
  photo: FileValue
}

/** Of ten registrations seven are approved; the others have one other state each. */
const statesByIndex: readonly ReviewState[] = [
  'approved',
  'approved',
  'submitted',
  'approved',
  'approved',
  'under_review',
  'approved',
  'approved',
  'declined',
  'approved',
]
const decidedStates = new Set<ReviewState>(['approved', ...closedStates])

/** People who take a tour: so few that no tour gets more than its seats, the people of the sample included. */
const touristCount = 100

/** A prime number: multiples of an index by it, modulo another prime, visit every value before one repeats. */
const spreadFactor = 7919

/** The earliest submission. */
const firstRegistration = toForumInstant('2023-06-01T08:00')
const minuteMs = 60_000
/** Time between a submission and its decision: two days. */
const decisionDelayMs = 2 * 24 * 60 * minuteMs

/** About 90 days. A prime number, so that the days do not follow the order of the rows. */
const registrationSpreadMinutes = 129_589

const companies = [
  '电网企业',
  '设备制造企业',
  '能源研究院',
  'Energy agency',
  'Wind developer',
  'University',
] as const

const cities = [
  ['中国', '南京'],
  ['中国', '杭州'],
  ['Germany', 'Hamburg'],
  ['Singapore', 'Singapore'],
] as const

/** Creates the account of an index from 0 on. Country code 999 belongs to no country, so nobody gets a message. */
export function toAccount(index: number): RowToWrite {
  const mobile = toMobile(index)
  return {
    id: `load-u-${index + 1}`,
    login_name: mobile,
    mobile,
    display_name: `Load ${index + 1}`,
    role: getState(index) === 'approved' ? 'participant' : 'applicant',
  }
}

/** Creates the registration of an index. Its ID number shows that it is none, and is sealed all the same. */
export function toRegistration(index: number, { tracks, tours, photo }: RegistrationChoices): RowToWrite {
  const status = getState(index)
  const submittedMs =
    Date.parse(firstRegistration) + ((index * spreadFactor) % registrationSpreadMinutes) * minuteMs
  const [country, city] = pickByIndex(cities, index)
  return {
    id: `load-r-${index + 1}`,
    owner_id: `load-u-${index + 1}`,
    realname: `Load Person ${index + 1}`,
    mobile: toMobile(index),
    id_number: `LOAD${String(index + 1).padStart(8, '0')}`,
    email: `load${index + 1}@forum.example`,
    country,
    city,
    company: toCompany(index),
    position: index % 4 === 0 ? 'Director' : 'Engineer',
    photo,
    // The last category needs a label by the person.
    business_category: pickByIndex(businessCategories.slice(0, -1), index).value,
    opening_ceremony: index % 3 === 0,
    attend_opening_ceremony_status: true,
    activities: index < touristCount && tours.length > 0 ? [pickByIndex(tours, index)] : [],
    sub_forum: pickSubForums(index, tracks),
    status,
    ...(status === 'declined' && {
      review_reason: {
        'zh-CN': '本届论坛名额已满，敬请谅解。',
        en: 'All places are taken. We are sorry.',
      },
    }),
    locale: index % 2 === 0 ? 'zh-CN' : 'en',
    submitted_at: toInstant(submittedMs),
    decided_at: decidedStates.has(status) ? toInstant(submittedMs + decisionDelayMs) : null,
  }
}

/** Creates the travel information of the approved person of an index. */
export function toTravel(index: number): RowToWrite {
  const isFlight = index % 4 === 1
  const hasHotel = index % 3 === 0
  return {
    id: `load-t-${index + 1}`,
    owner_id: `load-u-${index + 1}`,
    need_pickup_delivery: index % 5 === 0,
    vehicle: isFlight ? 'fly' : 'train',
    vehicle_no: isFlight ? `MU${1000 + (index % 9000)}` : `G${1 + (index % 9999)}`,
    arrive_station: isFlight ? 'hongqiao_airport' : 'suzhou_north_station',
    need_book_hotel: hasHotel,
    ...(hasHotel && { room_style: 'single', entry_at: '2023-09-04', leave_at: '2023-09-07' }),
    special_catering_needs: index % 7 === 0 ? ['vegetarian'] : ['None'],
    is_frozen: false,
  }
}

/** Creates the side meeting for which the person of an index applies. */
export function toSideMeeting(index: number): RowToWrite {
  return {
    id: `load-s-${index + 1}`,
    owner_id: `load-u-${index + 1}`,
    name: `Load meeting ${index + 1}`,
    master_unit: toCompany(index),
    subject: 'Grid storage',
    guests: ['Head of planning', 'Technical director', 'Professor'],
    apply_date: pickByIndex(['2023-09-05', '2023-09-06', '2023-09-07'], index),
    start_time_at: '09:00',
    end_time_at: '11:00',
    room_size: pickByIndex(['50-100', '100-150', '250'], index),
    need_interpretaion_equipment: false,
    status: 'submitted',
    locale: 'en',
  }
}

/** The earliest publication. */
const firstArticle = toForumInstant('2021-01-01T08:00')
const hourMs = 60 * minuteMs

/** About 1,000 days before the forum. A prime number, so that the hours do not follow the numbers. */
const articleSpreadHours = 23_993

/** Creates the published article of an index: one subject in one region on the topic of a sub-forum. */
function toArticle(index: number, categoryIds: readonly string[]): RowToWrite {
  const topic = pickByIndex(subForums, index).name
  const region = pickByIndex(articleData.regions, Math.floor(index / subForums.length))
  const subject = pickByIndex(
    articleData.subjects,
    Math.floor(index / (subForums.length * articleData.regions.length)),
  )
  const title: Localized = {
    'zh-CN': `${region['zh-CN']}${topic['zh-CN']}：${subject['zh-CN']}（第${index + 1}期）`,
    en: `${topic.en} in ${region.en}: ${lowerFirst(subject.en)} (no. ${index + 1})`,
  }
  const summary: Localized = {
    'zh-CN': `${region['zh-CN']}地区${topic['zh-CN']}领域近期进展。`,
    en: `Recent progress in ${lowerFirst(topic.en)} in ${region.en}.`,
  }
  return {
    id: `load-n-${index + 1}`,
    no: `L${String(index + 1).padStart(7, '0')}`,
    category: categoryIds.length > 0 ? pickByIndex(categoryIds, index) : null,
    title,
    summary,
    published_at: toInstant(
      Date.parse(firstArticle) + ((index * spreadFactor) % articleSpreadHours) * hourMs,
    ),
    status: 'published',
    body: createRichText(`${summary['zh-CN']}\n\n${title['zh-CN']}。`, `${summary.en}\n\n${title.en}.`),
  }
}

/** Rows by module, in the order in which they are written. */
type Batch = Readonly<Record<string, readonly RowToWrite[]>>

/** Creates accounts with their registrations, and what the approved people have entered since. */
function toPeople(indexes: readonly number[], choices: RegistrationChoices): Batch {
  const approvedIndexes = indexes.filter((index) => getState(index) === 'approved')
  return {
    users: indexes.map(toAccount),
    registrations: indexes.map((index) => toRegistration(index, choices)),
    travel_infos: approvedIndexes.filter((index) => index % 2 === 0).map(toTravel),
    side_meetings: approvedIndexes.filter((index) => index % peoplePerMeeting === 0).map(toSideMeeting),
  }
}

/** The module that progress is reported for, and how many rows it is to have. */
interface LoadGoal {
  module: string
  goal: number
}

/**
 * Writes rows in batches of {@link batchRows}, each in a transaction.
 * @param inserted numbers of inserted rows by module, to which this run adds
 * @param toBatch creates the rows of these indexes
 */
async function loadBatches(
  { db, registry, secrets, clock, progress }: LoadOptions,
  { module, goal }: LoadGoal,
  inserted: Record<string, number>,
  toBatch: (indexes: readonly number[]) => Batch,
): Promise<void> {
  for (let start = 0; start < goal; start += batchRows) {
    const end = Math.min(start + batchRows, goal)
    const batch = toBatch(Array.from({ length: end - start }, (_, index) => start + index))
    await db.transaction(async (trx) => {
      for (const [name, rows] of Object.entries(batch)) {
        const rowsWithSource = rows.map((row) => ({ ...row, source: sampleSource }))
        const options = { now: clock.now(), secrets }
        const counts = await upsertRows(trx, registry.get(name).definition, rowsWithSource, options)
        inserted[name] = (inserted[name] ?? 0) + counts.inserted
      }
    })
    progress?.(module, end, goal)
  }
}

async function readAll({ db, registry }: LoadOptions, module: string) {
  return readRows(db.kysely, registry.get(module).definition)
}

async function findChoices(options: LoadOptions): Promise<RegistrationChoices> {
  const { db, storage, clock } = options
  const tracks = (await readAll(options, 'tracks'))
    .filter((row) => row['code'] !== null && row['starts_at'] !== null && row['ends_at'] !== null)
    .toSorted((a, b) => Number(a['position']) - Number(b['position']))
    .map(({ id, starts_at, ends_at }) => ({ id, starts_at: String(starts_at), ends_at: String(ends_at) }))
  const tours = (await readAll(options, 'tour_routes')).map(({ id }) => id)
  const photo = await db.transaction((trx) => ensurePhoto({ trx, storage, now: clock.now() }))
  return { tracks, tours, photo }
}

/** Finds the photo that an earlier run stored, or stores it. */
async function ensurePhoto(target: FileTarget): Promise<FileValue> {
  const existingPhoto = (await findFiles(target.trx, [photoNo])).get(photoNo)
  if (existingPhoto) return existingPhoto
  return storeSampleFile(target, { no: photoNo, fileName: portraitFile, downloadName: portraitFile })
}

function getState(index: number): ReviewState {
  return pickByIndex(statesByIndex, index)
}

function toMobile(index: number): string {
  return `+999${String(index + 1).padStart(8, '0')}`
}

/** Names one of thousands of companies: no multiple of the number of kinds, so that all combinations occur. */
function toCompany(index: number): string {
  return `${pickByIndex(companies, index)} ${index % 997}`
}

/** Picks one sub-forum or two, never at the same time: then no priority is needed. */
function pickSubForums(index: number, tracks: RegistrationChoices['tracks']): string[] {
  if (tracks.length === 0) return []
  const firstTrack = pickByIndex(tracks, index)
  // Any other order than that of the first choice, so that all pairs occur.
  const secondTrack = pickByIndex(tracks, index * 3 + 1)
  const canTakeBoth = firstTrack !== secondTrack && !overlaps(firstTrack, secondTrack)
  return tracks
    .filter((track) => track === firstTrack || (canTakeBoth && track === secondTrack))
    .map(({ id }) => id)
}

/** Picks the item of an index, repeating the list. @throws RangeError when there is none */
function pickByIndex<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length]
  if (item === undefined) throw new RangeError('nothing to pick from')
  return item
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

/**
 * Refreshes what PostgreSQL's autovacuum finds out within minutes: the number of rows in a table and the pages that are
 * visible to all. SQLite needs no refresh.
 *
 * With `synchronous_commit = off` a page counts as visible to all only after the commits of its rows are on the disk;
 * until then a list reads every row to count them. The first commit here is synchronous and flushes the earlier ones.
 */
async function vacuumAnalyze(db: Database, table: string): Promise<void> {
  if (db.dialect !== 'postgres') return
  await db.transaction(async (trx) => {
    await sql`set local synchronous_commit = on`.execute(trx)
    await sql`analyze ${sql.id(table)}`.execute(trx)
  })
  await sql`vacuum ${sql.id(table)}`.execute(db.kysely)
}
