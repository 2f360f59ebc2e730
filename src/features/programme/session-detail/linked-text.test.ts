import { describe, expect, it } from 'vitest'
import { splitIntoLinkedParagraphs } from './linked-text.ts'

const links = (text: string) =>
  splitIntoLinkedParagraphs(text)
    .flat()
    .flatMap((segment) => segment.url ?? [])

describe('linkedParagraphs', () => {
  it('parts at blank lines, whatever the line ends', () => {
    const texts = splitIntoLinkedParagraphs('one\r\ntwo\r\n\r\n\r\nthree\n').map((segments) =>
      segments.map((segment) => segment.text),
    )
    expect(texts).toEqual([['one\ntwo'], ['three']])
  })

  it('is empty for blank text', () => {
    expect(splitIntoLinkedParagraphs(' \n\n ')).toEqual([])
  })

  it('finds addresses and leaves the punctuation of the sentence', () => {
    expect(links('See https://example.org/a?b=1. Or (http://example.org).')).toEqual([
      'https://example.org/a?b=1',
      'http://example.org',
    ])
    expect(links('详见https://example.org/议程，谢谢')).toEqual(['https://example.org/议程'])
  })

  it.each([
    [
      'Plans: https://example.org/wiki/Pier_(wood), see (https://example.org/b).',
      ['https://example.org/wiki/Pier_(wood)', 'https://example.org/b'],
    ],
    ['报名请访问https://example.org/join报名截止周五。', ['https://example.org/join']],
    ['百科：https://example.org/wiki/苏州 有介绍', ['https://example.org/wiki/苏州']],
    ['搜索https://example.org/?q=储能。', ['https://example.org/?q=储能']],
    ['见https://例子.中国/议程', ['https://例子.中国/议程']],
    [
      '（https://example.org/c）《https://example.org/d》以及“https://example.org/e”。',
      ['https://example.org/c', 'https://example.org/d', 'https://example.org/e'],
    ],
    [
      'https://example.org/f！ And https://example.org/g? Yes. https://example.org/h？',
      ['https://example.org/f', 'https://example.org/g', 'https://example.org/h'],
    ],
    [
      'Write to crew@example.org or visit www.example.org/map.',
      ['mailto:crew@example.org', 'https://www.example.org/map'],
    ],
    ['发邮件至crew+a@mail.example.org报名', ['mailto:crew+a@mail.example.org']],
    ['HTTPS://EXAMPLE.ORG/H and <https://example.org/i>', ['HTTPS://EXAMPLE.ORG/H', 'https://example.org/i']],
    ['[https://example.org/a[1]]', ['https://example.org/a[1]']],
    ['jürgen@example.org, info@müller.example.de', ['mailto:info@müller.example.de']],
    [
      '邮箱:crew@example.org 网址:www.example.org mailto:crew@example.org',
      ['mailto:crew@example.org', 'https://www.example.org', 'mailto:crew@example.org'],
    ],
    [
      'https://example.org/x\u200B报名 https://example.org/y——报名',
      ['https://example.org/x', 'https://example.org/y'],
    ],
    ['«https://example.org/x» **https://example.org/y**', ['https://example.org/x', 'https://example.org/y']],
    ['https://example.org/x,https://example.org/y', ['https://example.org/x', 'https://example.org/y']],
    [
      'https://web.example.org/2032/https://example.org/x',
      ['https://web.example.org/2032/https://example.org/x'],
    ],
    ['https://example.org/x입니다', ['https://example.org/x']],
    ['awww.example.org, www., www.x, a@b, @example.org, x@www.example.org', ['mailto:x@www.example.org']],
    ['https://user:pass@example.org/a', ['https://user:pass@example.org/a']],
  ])('finds where addresses end in %j', (text, matches) => {
    expect(links(text)).toEqual(matches)
  })

  it('keeps every character', () => {
    const text = 'a https://example.org b https://x c'
    expect(
      splitIntoLinkedParagraphs(text)
        .flat()
        .map((segment) => segment.text)
        .join(''),
    ).toBe(text)
  })

  it('links nothing but web addresses', () => {
    expect(links('javascript:alert(1) ftp://x mailto:a@b.c')).toEqual([])
  })
})
