import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseMediaUrl, parseMediaFileName } from './media.ts'

/** As the specification writes them in §9. */
const fifteen = 'avi, wmv, mpg, mpeg, mov, rm, ram, swf, flv, mp4, mp3, wma, rmvb, mkv, m4v'.split(', ')

const anyCase = (text: string) =>
  fc
    .array(fc.boolean(), { minLength: text.length, maxLength: text.length })
    .map((upper) => Array.from(text, (one, at) => (upper[at] ? one.toUpperCase() : one)).join(''))

const segment = fc.stringMatching(/^[\w.%\u4e00-\u9fff -]{1,12}$/).filter((text) => text.trim() !== '')
const begin = fc.constantFrom('https://forum.example/', 'http://127.0.0.1:8080/', '/', '')
const folders = fc.array(segment, { maxLength: 3 }).map((parts) => parts.map((part) => `${part}/`).join(''))
const ends = fc
  .tuple(fc.option(fc.string({ maxLength: 20 })), fc.option(fc.string({ maxLength: 20 })))
  .map(([query, hash]) => `${query === null ? '' : `?${query}`}${hash === null ? '' : `#${hash}`}`)

describe('media by extension', () => {
  it.each(fifteen)('recognises %s in any case, with any query and fragment [222]', (extension) => {
    fc.assert(
      fc.property(begin, folders, segment, anyCase(extension), ends, (start, path, name, ending, end) => {
        expect(parseMediaUrl(`${start}${path}${name}.${ending}${end}`)?.extension).toBe(extension)
      }),
    )
  })

  it('knows what is heard only', () => {
    const heard = fifteen.filter((extension) => parseMediaUrl(`a.${extension}`)?.kind === 'audio')
    expect(heard).toEqual(['ram', 'mp3', 'wma'])
  })

  it('recognises no other extension, whatever query or fragment names one [223]', () => {
    const other = fc
      .stringMatching(/^[A-Za-z0-9]{1,6}$/)
      .filter((text) => !fifteen.includes(text.toLowerCase()))
    const mediaInEnd = fc.constantFrom('?file=a.mp4', '#a.mp4', '?a.mp4#b.mp3', '')
    fc.assert(
      fc.property(begin, folders, segment, other, mediaInEnd, (start, path, name, ending, end) => {
        expect(parseMediaUrl(`${start}${path}${name}.${ending}${end}`)).toBeUndefined()
      }),
    )
  })

  it.each([
    'live.webm',
    'live.ogg',
    'https://forum.example/live.m3u8',
    'programme.pdf',
    'https://forum.mp4',
    'https://user.mp4:1@forum.mp4/',
    '//forum.mp4?x',
    '/films.mp4/',
    '/mp4',
    'mp4',
    '/a.mp4.html',
    '/a.constructor',
    '',
  ])('does not recognise %s [T47]', (address) => expect(parseMediaUrl(address)).toBeUndefined())

  it('takes every letter of a file’s name as it is', () => {
    expect(parseMediaFileName('为什么?.MP4')?.extension).toBe('mp4')
    expect(parseMediaFileName('a.mp4#2.pdf')).toBeUndefined()
    expect(parseMediaFileName('half \ud800.mp3')?.mediaType).toBe('audio/mpeg')
  })
})
