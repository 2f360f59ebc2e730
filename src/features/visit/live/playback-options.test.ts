import { describe, expect, it } from 'vitest'
import { mediaExtensions } from '#contract/media.ts'
import type { FileValue } from '#contract/row.ts'
import { listPlaybackOptions, type StreamMedia } from './playback-options.ts'

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
