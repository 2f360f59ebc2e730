import { parseMediaUrl, parseMediaFileName, type Media } from '#contract/media.ts'
import type { FileValue } from '#contract/row.ts'
import { isHttpUrl } from '#platform/urls.ts'
import type { StreamRow } from './queries.ts'

/**
 * State of a player. `starting`: it waits for data. `resting`: paused, ended, or in need of a tap to start. `silent`:
 * it has got no data for a while, and keeps trying. `failed`: the browser has given up.
 */
export type Playback = 'starting' | 'playing' | 'resting' | 'silent' | 'failed'

/**
 * Events of a player: of the media element, `timeout` after {@link stallTimeoutMs} in the state `starting`, and `retry`
 * when the user tries again.
 */
export type PlaybackEvent = 'play' | 'playing' | 'waiting' | 'pause' | 'error' | 'timeout' | 'retry'

/** How long a user waits before the player says that nothing responds, in milliseconds. */
export const stallTimeoutMs = 12_000

/** Returns the next state. A failed player stays failed until the user tries again. */
export function nextPlayback(state: Playback, event: PlaybackEvent): Playback {
  if (event === 'retry') return 'starting'
  if (state === 'failed') return state
  if (event === 'timeout') return state === 'starting' ? 'silent' : state
  // Another request for data is no response to the last one.
  if (state === 'silent' && (event === 'play' || event === 'waiting')) return state
  return stateAfterEvent[event]
}

const stateAfterEvent = {
  play: 'starting',
  waiting: 'starting',
  playing: 'playing',
  pause: 'resting',
  error: 'failed',
} as const satisfies Partial<Record<PlaybackEvent, Playback>>

/** An option to play a stream. */
export interface PlaybackOption {
  /** `low` needs less data: sound only, or a small picture. */
  quality: 'full' | 'low'
  /**
   * `play`: here, by the browser. `download`: a media file that the browser does not play. `outside`: a page, or a file
   * of another host, which is never embedded.
   */
  kind: 'play' | 'download' | 'outside'
  /** URL of the media file or of the page. */
  url: string
  /** Format of the file; absent for a page and for an unknown format. */
  media?: Media
  /** Set when the forum stores the file. */
  sizeBytes?: number
}

/** The fields of a stream that give options. */
export type StreamMedia = Pick<StreamRow, 'url' | 'file' | 'low_url' | 'low_file'>

/** What {@link listPlaybackOptions} needs from outside. */
export interface PlaybackDeps {
  /** True when the browser may be able to play the type. A recognised type is not always playable. */
  canPlay: (mediaType: string) => boolean
  /** Origin of the app: media of other origins are not played here. */
  origin: string
  /** Returns the URL of a stored file by its number. */
  getFileUrl: (no: string) => string
}

/** Lists the options of a stream: those that fit the data saver setting first, files before URLs. */
export function listPlaybackOptions(
  stream: StreamMedia,
  isDataSaverOn: boolean,
  deps: PlaybackDeps,
): PlaybackOption[] {
  const full = [createFileOption('full', stream.file, deps), createUrlOption('full', stream.url, deps)]
  const low = [createFileOption('low', stream.low_file, deps), createUrlOption('low', stream.low_url, deps)]
  const ordered = isDataSaverOn ? [...low, ...full] : [...full, ...low]
  return ordered.filter((option) => option !== undefined)
}

function createFileOption(
  quality: PlaybackOption['quality'],
  file: FileValue | null | undefined,
  { canPlay, getFileUrl }: PlaybackDeps,
): PlaybackOption | undefined {
  if (!file) return undefined
  const parsed = parseMediaFileName(file.name)
  // The media type that the server sends counts, not the one of the file name.
  const media = parsed && { ...parsed, mediaType: file.mediaType }
  const kind = media && canPlay(media.mediaType) ? 'play' : 'download'
  return { quality, kind, url: getFileUrl(file.no), ...(media && { media }), sizeBytes: file.sizeBytes }
}

/**
 * Creates the option for a URL that organisers entered; none for an invalid one. Only media files of the app's own origin
 * are played: the content security policy blocks others.
 */
function createUrlOption(
  quality: PlaybackOption['quality'],
  url: string | null | undefined,
  { canPlay, origin }: PlaybackDeps,
): PlaybackOption | undefined {
  if (!isHttpUrl(url)) return undefined
  const media = parseMediaUrl(url)
  if (new URL(url).origin !== origin) return { quality, kind: 'outside', url, ...(media && { media }) }
  if (!media) return { quality, kind: 'outside', url }
  return { quality, kind: canPlay(media.mediaType) ? 'play' : 'download', url, media }
}

/** Returns the host of an external URL. */
export const getHost = (url: string): string => new URL(url).host
