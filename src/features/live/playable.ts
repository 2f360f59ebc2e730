import { fileAddress } from '#lib/api.ts'
import type { WayParts } from './ways.ts'

let probe: HTMLVideoElement | undefined

/** Asks the browser itself; "maybe" counts, since it says no more of most containers. */
function canPlay(mediaType: string): boolean {
  probe ??= document.createElement('video')
  return probe.canPlayType(mediaType) !== ''
}

/** Where there is no window nothing plays; the browser asks anew. */
export const browserParts = (): WayParts => ({
  canPlay: typeof document === 'undefined' ? () => false : canPlay,
  origin: globalThis.location?.origin ?? '',
  fileAddress,
})
