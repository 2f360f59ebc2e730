import type { documents } from '#contract/modules/documents.ts'
import type { exhibitors } from '#contract/modules/exhibitors.ts'
import type { informations } from '#contract/modules/informations.ts'
import type { partners } from '#contract/modules/partners.ts'
import type { rooms } from '#contract/modules/rooms.ts'
import type { sessions } from '#contract/modules/sessions.ts'
import type { speakers } from '#contract/modules/speakers.ts'
import type { tracks } from '#contract/modules/tracks.ts'
import type { RowOf } from '#contract/row.ts'
import { articleModuleNames, type ArticleData } from '#contract/articles.ts'
import type { ListParams } from '#contract/api.ts'
import type { ListData, SuccessEnvelope } from '#contract/envelope.ts'
import { forumSetting, type ForumSetting } from '#contract/forum.ts'
import { toListQuery } from '#contract/list-query.ts'
import { defaultLocale } from '#contract/locale.ts'
import { answerArticle } from '#server/modules/articles/routes.ts'
import {
  handleDetail,
  handleList,
  handleNamedValue,
  type ReadResponse,
  type ReadContext,
} from '#server/engine/query/read-handlers.ts'
import type { Revisions } from '#server/engine/changes/revisions.ts'
import { anonymous } from '#server/http/caller.ts'
import { HttpError } from '#server/errors.ts'

type WithId<Row> = Row & { id: string }

/** Rows as feeds find them: what a list leaves out is absent. */
export type SessionRow = WithId<
  Omit<RowOf<typeof sessions>, 'abstract'> & Partial<Pick<RowOf<typeof sessions>, 'abstract'>>
>
export type TrackRow = WithId<RowOf<typeof tracks>>
export type RoomRow = WithId<RowOf<typeof rooms>>
export type SpeakerRow = WithId<RowOf<typeof speakers>>
type PartnerRow = WithId<RowOf<typeof partners>>
export type ExhibitorRow = WithId<RowOf<typeof exhibitors>>
export type ArticleRow = WithId<
  Pick<RowOf<typeof documents>, 'no' | 'title' | 'summary' | 'published_at'> &
    Partial<Pick<RowOf<typeof informations>, 'cover'>>
>

/** Modules of which feeds tell something. */
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

/** What everybody may read, through the gate of every call and out of the memory of its answers. */
export interface PublicRows {
  /** Changes when any told module was written. */
  version(): Promise<string>
  forum(): Promise<ForumSetting>
  /** All rows of a module whose definition allows that. */
  all<Row>(module: string): Promise<Row[]>
  /** Undefined when there is no such row, or not for everybody. */
  find<Row>(module: string, id: string): Promise<Row | undefined>
  findArticle<Row>(no: string): Promise<ArticleData<Row> | undefined>
}

/** Makes the reader over what the calls read with. */
export function readPublicRows(context: ReadContext & { revisions: Revisions }): PublicRows {
  const parsed = new WeakMap<object, unknown>()

  /** The data of an answer; of one that is kept in memory it is read once. */
  function dataOf({ answer: { body } }: ReadResponse): unknown {
    if (typeof body === 'string') return parse(body)
    if (!parsed.has(body)) parsed.set(body, parse(String(body)))
    return parsed.get(body)
  }

  const list = (module: string, params: ListParams) =>
    handleList(context, { caller: anonymous, locale: defaultLocale }, module, toListQuery(params))

  return {
    version: async () => {
      const revisions = await context.revisions.all()
      return indexedModules.map((module) => revisions.get(module) ?? 0).join('.')
    },
    forum: async () => {
      const module = context.registry.get('settings')
      const answer = await unlessMissing(handleNamedValue(context, anonymous, module, 'forum'))
      return { ...forumSetting, ...(answer && (dataOf(answer) as Partial<ForumSetting>)) }
    },
    all: async <Row>(module: string) => (dataOf(await list(module, { size: 0 })) as ListData<Row>).items,
    find: async <Row>(module: string, id: string) => {
      const answer = await unlessMissing(handleDetail(context, anonymous, { module, id }, {}))
      return answer && (dataOf(answer) as Row)
    },
    findArticle: async <Row>(no: string) => {
      const answer = await unlessMissing(answerArticle(context, anonymous, no))
      return answer && (dataOf(answer) as ArticleData<Row>)
    },
  }
}

const parse = (body: string): unknown => (JSON.parse(body) as SuccessEnvelope<unknown>).data

/** What is not there, and what is not for everybody, is the same here. */
async function unlessMissing<Answer>(answer: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof HttpError && error.key === 'not_found') return undefined
    throw error
  }
}

/** The published programme with what its items refer to. */
export interface Programme {
  forum: ForumSetting
  sessions: readonly SessionRow[]
  tracks: readonly TrackRow[]
  rooms: ReadonlyMap<string, RoomRow>
  speakers: ReadonlyMap<string, SpeakerRow>
  organisers: readonly PartnerRow[]
}

/** Reads it out of the memory of public lists. */
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
    rooms: byId(rooms),
    speakers: byId(speakers),
    organisers: partners.filter(({ kind }) => kind === 'organiser'),
  }
}

/** Rooms in which a session is, its own first. */
export function roomsOf(
  { room, other_rooms }: Pick<SessionRow, 'room' | 'other_rooms'>,
  { rooms }: Pick<Programme, 'rooms'>,
): RoomRow[] {
  return [...new Set([room, ...(other_rooms ?? [])])].flatMap((id) => rooms.get(id ?? '') ?? [])
}

const byId = <Row extends { id: string }>(rows: readonly Row[]): ReadonlyMap<string, Row> =>
  new Map(rows.map((row) => [row.id, row]))
