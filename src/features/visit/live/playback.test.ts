import * as fc from 'fast-check'
import { expect, it, describe } from 'vitest'
import { mediaExtensions } from '#contract/media.ts'
import type { FileValue } from '#contract/row.ts'
import { nextPlayback, type Playback, type PlaybackEvent } from './playback.ts'
import { listPlaybackOptions, type StreamMedia } from './playback.ts'

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

const origin = 'https://forum.example'
const playable = ['video/mp4', 'audio/mpeg']
const deps = {
  canPlay: (mediaType: string) => playable.includes(mediaType),
  origin,
  getFileUrl: (no: string) => `${origin}/file/${no}`,
}
const facts = (fields: Partial<StreamMedia>): StreamMedia => ({
  url: null,
  file: null,
  low_url: null,
  low_file: null,
  ...fields,
})
const file = (name: string, mediaType: string): FileValue => ({
  no: name,
  name,
  mediaType,
  sizeBytes: 57_000,
  sha256: 'a',
})
const getKind = (fields: Partial<StreamMedia>) =>
  listPlaybackOptions(facts(fields), false, deps).map(({ kind }) => kind)

describe('ways to a stream', () => {
  it('plays what the browser plays, and offers every other recognised format to be downloaded [T47]', () => {
    for (const [extension, [, mediaType]] of Object.entries(mediaExtensions)) {
      const expected = playable.includes(mediaType) ? 'play' : 'download'
      expect([
        extension,
        ...getKind({ url: `${origin}/live/HALL.${extension.toUpperCase()}?a=1#t=2` }),
      ]).toEqual([extension, expected])
    }
  })

  it.each([
    'https://elsewhere.example/a.mp4',
    'http://forum.example/a.mp4',
    'https://forum.example:81/a.mp4',
  ])('never plays what another origin has: %s', (url) => expect(getKind({ url })).toEqual(['outside']))

  it.each([`${origin}/live`, 'https://elsewhere.example/watch', `${origin}/a.webm`])(
    'opens a page apart: %s',
    (url) => expect(getKind({ url })).toEqual(['outside']),
  )

  it.each(['javascript:alert(1)//a.mp4', 'data:video/mp4;base64,AAAA', '/a.mp4', '', 'a.mp4'])(
    'takes no other address for a way: %s',
    (url) => expect(getKind({ url })).toEqual([]),
  )

  it('believes what the server sends a file as, not its name', () => {
    expect(getKind({ file: file('film.m4v', 'video/mp4') })).toEqual(['play'])
    expect(getKind({ file: file('film.mov', 'video/quicktime') })).toEqual(['download'])
    expect(getKind({ file: file('notes', 'video/mp4') })).toEqual(['download'])
  })

  it('puts what takes less data first for those who save it', () => {
    const stream = facts({
      url: `${origin}/a.mp4`,
      file: file('film.mp4', 'video/mp4'),
      low_url: `${origin}/a.mp3`,
      low_file: file('sound.mp3', 'audio/mpeg'),
    })
    const names = (isSaving: boolean) =>
      listPlaybackOptions(stream, isSaving, deps).map(({ quality, media }) => `${quality} ${media?.kind}`)
    expect(names(false)).toEqual(['full video', 'full video', 'low audio', 'low audio'])
    expect(names(true)).toEqual(['low audio', 'low audio', 'full video', 'full video'])
  })

  it('says the size of what the forum keeps itself', () => {
    expect(listPlaybackOptions(facts({ file: file('a.mp4', 'video/mp4') }), false, deps)[0]).toMatchObject({
      sizeBytes: 57_000,
      url: `${origin}/file/a.mp4`,
    })
  })
})
