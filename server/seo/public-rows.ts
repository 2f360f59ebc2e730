import type { documents } from '#contract/modules/documents.ts'
import type { exhibitors } from '#contract/modules/exhibitors.ts'
import type { informations } from '#contract/modules/informations.ts'
import type { partners } from '#contract/modules/partners.ts'
import type { rooms } from '#contract/modules/rooms.ts'
import type { sessions } from '#contract/modules/sessions.ts'
import type { speakers } from '#contract/modules/speakers.ts'
import type { tracks } from '#contract/modules/tracks.ts'
import type { WireRow } from '#contract/row.ts'
import { articleModuleNames, type ArticleData } from '#contract/articles.ts'
import type { ListParams } from '#contract/api.ts'
import type { ListData, SuccessEnvelope } from '#contract/envelope.ts'
import { forumSetting, type ForumSetting } from '#contract/forum.ts'
import { toListQuery } from '#contract/list-query.ts'
import { defaultLocale } from '#contract/locale.ts'
import { readArticle } from '#server/modules/articles/routes.ts'
import { handleDetail, handleList, handleNamedValue } from '#server/engine/query/read-handlers.ts'
import type { ReadResponse } from '#server/engine/query/read-handlers.ts'
import type { ReadContext } from '#server/engine/query/engine-context.ts'
import type { Revisions } from '#server/engine/changes/revisions.ts'
import { anonymous } from '#server/http/caller.ts'
import { HttpError } from '#server/errors.ts'

/** Rows as public lists return them: fields that a list omits are absent. */
export type SessionRow = Omit<WireRow<typeof sessions>, 'abstract'> &
  Partial<Pick<WireRow<typeof sessions>, 'abstract'>>
export type TrackRow = WireRow<typeof tracks>
export type RoomRow = WireRow<typeof rooms>
export type SpeakerRow = WireRow<typeof speakers>
type PartnerRow = WireRow<typeof partners>
export type ExhibitorRow = WireRow<typeof exhibitors>
export type ArticleRow = Pick<WireRow<typeof documents>, 'id' | 'no' | 'title' | 'summary' | 'published_at'> &
  Partial<Pick<WireRow<typeof informations>, 'cover'>>

/** Modules whose rows appear in page heads and feeds. */
export const indexedModules = [
  'settings',
  'sessions',
  'tracks',
  'rooms',
  'speakers',
  'partners',
  'exhibitors',
  'article_category',
  ...articleModuleNames,
] as const

/** Reads public rows through the permission check and the response cache of the API. */
export interface PublicRows {
  /** Changes when one of the indexed modules is written. */
  version(): Promise<string>
  /** Returns the setting `forum`, with defaults for what the database lacks. */
  forum(): Promise<ForumSetting>
  /** Returns all rows of a module whose definition allows that. */
  all<Row>(module: string): Promise<Row[]>
  /** Returns undefined when the row does not exist or is not public. */
  find<Row>(module: string, id: string): Promise<Row | undefined>
  /** Finds the published article with a number, whichever module has it. */
  findArticle<Row>(no: string): Promise<ArticleData<Row> | undefined>
}

/** Creates the reader of public rows. */
export function createPublicRows(context: ReadContext & { revisions: Revisions }): PublicRows {
  const parsedData = new WeakMap<object, unknown>()

  /** Parses the data of a response. The cache returns the same buffer each time, which is parsed once. */
  function readData({ response: { body } }: ReadResponse): unknown {
    if (typeof body === 'string') return parse(body)
    if (!parsedData.has(body)) parsedData.set(body, parse(String(body)))
    return parsedData.get(body)
  }

  // The language affects only the order of localized texts; the rows contain all languages.
  const readList = (module: string, params: ListParams) =>
    handleList(context, { caller: anonymous, locale: defaultLocale }, module, toListQuery(params))

  return {
    version: async () => {
      const revisions = await context.revisions.all()
      return indexedModules.map((module) => revisions.get(module) ?? 0).join('.')
    },
    forum: async () => {
      const module = context.registry.get('settings')
      const response = await unlessMissing(handleNamedValue(context, anonymous, module, 'forum'))
      return { ...forumSetting, ...(response && (readData(response) as Partial<ForumSetting>)) }
    },
    all: async <Row>(module: string) =>
      (readData(await readList(module, { size: 0 })) as ListData<Row>).items,
    find: async <Row>(module: string, id: string) => {
      const response = await unlessMissing(handleDetail(context, anonymous, { module, id }, {}))
      return response && (readData(response) as Row)
    },
    findArticle: async <Row>(no: string) => {
      const response = await unlessMissing(readArticle(context, anonymous, no))
      return response && (readData(response) as ArticleData<Row>)
    },
  }
}

const parse = (body: string): unknown => (JSON.parse(body) as SuccessEnvelope<unknown>).data

/** Returns undefined instead of throwing `not_found`, the error of rows that do not exist or are not public. */
async function unlessMissing<Response>(response: Promise<Response>): Promise<Response | undefined> {
  try {
    return await response
  } catch (error) {
    if (error instanceof HttpError && error.key === 'not_found') return undefined
    throw error
  }
}

/** The published programme with the rows that its sessions reference. */
export interface Programme {
  forum: ForumSetting
  sessions: readonly SessionRow[]
  tracks: readonly TrackRow[]
  rooms: ReadonlyMap<string, RoomRow>
  speakers: ReadonlyMap<string, SpeakerRow>
  organisers: readonly PartnerRow[]
}

/** Reads the programme from cached public lists. */
export async function readProgramme(rows: PublicRows): Promise<Programme> {
  const [forum, sessions, tracks, rooms, speakers, partners] = await Promise.all([
    rows.forum(),
    rows.all<SessionRow>('sessions'),
    rows.all<TrackRow>('tracks'),
    rows.all<RoomRow>('rooms'),
    rows.all<SpeakerRow>('speakers'),
    rows.all<PartnerRow>('partners'),
  ])
  return {
    forum,
    sessions,
    tracks,
    rooms: indexById(rooms),
    speakers: indexById(speakers),
    organisers: partners.filter(({ kind }) => kind === 'organiser'),
  }
}

/** Lists the rooms of a session, its own room first. */
export function listSessionRooms(
  { room, other_rooms }: Pick<SessionRow, 'room' | 'other_rooms'>,
  { rooms }: Pick<Programme, 'rooms'>,
): RoomRow[] {
  return [...new Set([room, ...(other_rooms ?? [])])].flatMap((id) => rooms.get(id ?? '') ?? [])
}

const indexById = <Row extends { id: string }>(rows: readonly Row[]): ReadonlyMap<string, Row> =>
  new Map(rows.map((row) => [row.id, row]))
