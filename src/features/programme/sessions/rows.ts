import type { WireRow } from '#contract/row.ts'
import type { rooms } from '#contract/modules/rooms.ts'
import type { sessions } from '#contract/modules/sessions.ts'
import type { speakers } from '#contract/modules/speakers.ts'
import type { tracks } from '#contract/modules/tracks.ts'

/** A session as the list endpoint returns it: both languages, no abstract. */
export type SessionRow = Pick<
  WireRow<typeof sessions>,
  | 'id'
  | 'version'
  | 'code'
  | 'type'
  | 'state'
  | 'title'
  | 'title_initials'
  | 'subtitle'
  | 'language'
  | 'starts_at'
  | 'ends_at'
  | 'track'
  | 'room'
  | 'other_rooms'
  | 'speakers'
>

/** A session with the fields that only its own page needs. */
export type SessionDetail = SessionRow & Pick<WireRow<typeof sessions>, 'abstract' | 'links' | 'updated_at'>

/** An abstract as the endpoint for long texts returns it. */
export type AbstractRow = Pick<WireRow<typeof sessions>, 'id' | 'abstract'>

export type TrackRow = Pick<
  WireRow<typeof tracks>,
  'id' | 'position' | 'code' | 'name' | 'starts_at' | 'ends_at'
>

export type RoomRow = Pick<WireRow<typeof rooms>, 'id' | 'position' | 'name' | 'floor'>

export type SpeakerRow = Pick<WireRow<typeof speakers>, 'id' | 'name' | 'organisation'>
