/** How far a player has come. `silent`: it has asked, and nothing answers; it goes on trying. */
export type Playback = 'starting' | 'playing' | 'resting' | 'silent' | 'failed'

/** What happens to it: events of the media element, and that {@link busyTimeoutMs} have gone by. */
export type PlaybackEvent = 'play' | 'playing' | 'waiting' | 'pause' | 'error' | 'patienceOver' | 'retry'

/** So long a person waits before they are told that nothing answers, in milliseconds. */
export const stallTimeoutMs = 12_000

/** The next state. A failed player does nothing by itself: only a new try leads out of it. */
export function nextPlayback(state: Playback, event: PlaybackEvent): Playback {
  if (event === 'retry') return 'starting'
  if (state === 'failed') return state
  if (event === 'patienceOver') return state === 'starting' ? 'silent' : state
  // That it asks again is no answer.
  if (state === 'silent' && (event === 'play' || event === 'waiting')) return state
  return after[event]
}

const after = {
  play: 'starting',
  waiting: 'starting',
  playing: 'playing',
  pause: 'resting',
  error: 'failed',
} as const satisfies Partial<Record<PlaybackEvent, Playback>>
