/** State of a player. `silent`: it has requested data and got none for a while; it keeps trying. */
export type Playback = 'starting' | 'playing' | 'resting' | 'silent' | 'failed'

/** Events of a player: of the media element, and `timeout` after {@link stallTimeoutMs}. */
export type PlaybackEvent = 'play' | 'playing' | 'waiting' | 'pause' | 'error' | 'timeout' | 'retry'

/** How long a user waits before the player says that nothing responds, in milliseconds. */
export const stallTimeoutMs = 12_000

/** Returns the next state. A failed player stays failed until the user tries again. */
export function nextPlayback(state: Playback, event: PlaybackEvent): Playback {
  if (event === 'retry') return 'starting'
  if (state === 'failed') return state
  if (event === 'timeout') return state === 'starting' ? 'silent' : state
  // Another request is no response.
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
