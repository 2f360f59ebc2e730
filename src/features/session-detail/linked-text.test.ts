import { describe, expect, it } from 'vitest'
import { linkedParagraphs } from './linked-text.ts'

const links = (text: string) =>
  linkedParagraphs(text)
    .flat()
    .flatMap((part) => part.url ?? [])

describe('linkedParagraphs', () => {
  it('parts at blank lines, whatever the line ends', () => {
    const texts = linkedParagraphs('one\r\ntwo\r\n\r\n\r\nthree\n').map((parts) =>
      parts.map((part) => part.text),
    )
    expect(texts).toEqual([['one\ntwo'], ['three']])
  })

  it('is empty for blank text', () => {
    expect(linkedParagraphs(' \n\n ')).toEqual([])
  })

  it('finds addresses and leaves the punctuation of the sentence', () => {
    expect(links('See https://example.org/a?b=1. Or (http://example.org).')).toEqual([
      'https://example.org/a?b=1',
      'http://example.org',
    ])
    expect(links('详见https://example.org/议程，谢谢')).toEqual(['https://example.org/议程'])
  })

  it('keeps every character', () => {
    const text = 'a https://example.org b https://x c'
    expect(
      linkedParagraphs(text)
        .flat()
        .map((part) => part.text)
        .join(''),
    ).toBe(text)
  })

  it('links nothing but web addresses', () => {
    expect(links('javascript:alert(1) ftp://x mailto:a@b.c')).toEqual([])
  })
})
