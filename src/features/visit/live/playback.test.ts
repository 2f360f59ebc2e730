import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { nextPlayback, type Playback, type PlaybackEvent } from './playback.ts'

const run = (...events: PlaybackEvent[]) => events.reduce<Playback>(nextPlayback, 'starting')
const events: PlaybackEvent[] = ['play', 'playing', 'waiting', 'pause', 'error', 'timeout', 'retry']
const history = fc.array(fc.constantFrom(...events))

it('says that nothing answers when patience is over, until something does', () => {
  expect(run('play', 'timeout')).toBe('silent')
  expect(run('play', 'timeout', 'waiting', 'play')).toBe('silent')
  expect(run('play', 'timeout', 'playing')).toBe('playing')
})

it('tells of a stream that stops in the middle', () => {
  expect(run('play', 'playing', 'waiting')).toBe('starting')
  expect(run('play', 'playing', 'waiting', 'timeout')).toBe('silent')
})

it('does not hurry a person who has paused it, or a stream that plays', () => {
  expect(run('play', 'playing', 'pause', 'timeout')).toBe('resting')
  expect(run('play', 'playing', 'timeout')).toBe('playing')
})

it('leaves a failure by a new try alone, whatever came before', () => {
  fc.assert(
    fc.property(history, history, (before, after) => {
      const failed = run(...before, 'error')
      expect(failed).toBe('failed')
      const without = after.filter((event) => event !== 'retry')
      expect(without.reduce<Playback>(nextPlayback, failed)).toBe('failed')
      expect(nextPlayback(failed, 'retry')).toBe('starting')
    }),
  )
})
