import { getFileUrl } from '#platform/api.ts'
import type { PlaybackDeps } from './playback-options.ts'

let probe: HTMLVideoElement | undefined

/** Asks the browser. "maybe" counts, because browsers say no more of most containers. */
function canPlay(mediaType: string): boolean {
  probe ??= document.createElement('video')
  return probe.canPlayType(mediaType) !== ''
}

/** What every current browser plays. The server renders pages for browsers that it cannot ask. */
const playedEverywhere = ['video/mp4', 'audio/mpeg']

export const browserCapabilities = (): PlaybackDeps => ({
  canPlay: typeof document === 'undefined' ? (type) => playedEverywhere.includes(type) : canPlay,
  origin: globalThis.location?.origin ?? '',
  getFileUrl,
})
