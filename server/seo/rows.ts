import type { documents } from '#contract/modules/documents.ts'
import type { exhibitors } from '#contract/modules/exhibitors.ts'
import type { informations } from '#contract/modules/informations.ts'
import type { partners } from '#contract/modules/partners.ts'
import type { rooms } from '#contract/modules/rooms.ts'
import type { sessions } from '#contract/modules/sessions.ts'
import type { speakers } from '#contract/modules/speakers.ts'
import type { tracks } from '#contract/modules/tracks.ts'
import type { RowOf } from '#contract/row.ts'

type WithId<Row> = Row & { id: string }

/** Rows as feeds find them: what a list leaves out is absent. */
export type SessionRow = WithId<
  Omit<RowOf<typeof sessions>, 'abstract'> & Partial<Pick<RowOf<typeof sessions>, 'abstract'>>
>
export type TrackRow = WithId<RowOf<typeof tracks>>
export type RoomRow = WithId<RowOf<typeof rooms>>
export type SpeakerRow = WithId<RowOf<typeof speakers>>
export type PartnerRow = WithId<RowOf<typeof partners>>
export type ExhibitorRow = WithId<RowOf<typeof exhibitors>>
export type ArticleRow = WithId<
  Pick<RowOf<typeof documents>, 'no' | 'title' | 'summary' | 'published_at'> &
    Partial<Pick<RowOf<typeof informations>, 'cover'>>
>
