import { parseMediaUrl, parseMediaFileName, type Media } from '#contract/media.ts'
import type { FileValue } from '#contract/row.ts'
import { isHttpUrl } from '#lib/safe-url.ts'
import type { StreamRow } from './queries.ts'

/** One way to see or hear a stream. */
export interface PlaybackOption {
  /** `low` takes less data: sound alone, or a small picture. */
  quality: 'full' | 'low'
  /**
   * `play`: here, by the browser itself. `download`: a media file that it does not play. `outside`: a page, or a file of
   * another host, which is never embedded.
   */
  kind: 'play' | 'download' | 'outside'
  address: string
  media?: Media
  /** Set where the forum keeps the file itself. */
  sizeBytes?: number
}

/** What of a stream leads to it. */
export type StreamMedia = Pick<StreamRow, 'url' | 'file' | 'low_url' | 'low_file'>

/** What {@link listPlaybackOptions} needs from outside. */
export interface PlaybackDeps {
  /** True where the browser may be able to play the type: recognised is not playable (T47). */
  canPlay: (mediaType: string) => boolean
  /** Origin of the app: media of no other are played here. */
  origin: string
  fileAddress: (no: string) => string
}

/** The ways of a stream, those that fit the choice first, files before addresses. */
export function listPlaybackOptions(
  stream: StreamMedia,
  isSaving: boolean,
  parts: PlaybackDeps,
): PlaybackOption[] {
  const full = [ofFile('full', stream.file, parts), ofAddress('full', stream.url, parts)]
  const low = [ofFile('low', stream.low_file, parts), ofAddress('low', stream.low_url, parts)]
  const inOrder = isSaving ? [...low, ...full] : [...full, ...low]
  return inOrder.filter((way) => way !== undefined)
}

function ofFile(
  quality: PlaybackOption['quality'],
  file: FileValue | null | undefined,
  { canPlay, fileAddress }: PlaybackDeps,
): PlaybackOption | undefined {
  if (!file) return undefined
  const found = parseMediaFileName(file.name)
  // What the server sends it as counts, not what its name would say.
  const media = found && { ...found, mediaType: file.mediaType }
  const kind = media && canPlay(media.mediaType) ? 'play' : 'download'
  return { quality, kind, address: fileAddress(file.no), ...(media && { media }), sizeBytes: file.sizeBytes }
}

function ofAddress(
  quality: PlaybackOption['quality'],
  address: string | null | undefined,
  { canPlay, origin }: PlaybackDeps,
): PlaybackOption | undefined {
  if (!isHttpUrl(address)) return undefined
  const media = parseMediaUrl(address)
  if (new URL(address).origin !== origin)
    return { quality, kind: 'outside', address, ...(media && { media }) }
  if (!media) return { quality, kind: 'outside', address }
  return { quality, kind: canPlay(media.mediaType) ? 'play' : 'download', address, media }
}

/** The host of an address that leads away. */
export const getHost = (address: string): string => new URL(address).host
