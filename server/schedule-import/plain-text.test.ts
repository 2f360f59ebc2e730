import { describe, expect, it } from 'vitest'
import { toLine, toPlainText } from './plain-text.ts'

describe('plain text from HTML', () => {
  it.each([
    ['paragraphs', '<p>One.</p>\n<p>Two\nlines.</p>', 'One.\n\nTwo lines.'],
    [
      'lists',
      '<p>See:</p><ul><li>first</li>\n<li>second</li></ul><p>End</p>',
      'See:\n- first\n- second\n\nEnd',
    ],
    ['paragraphs in lists', '<ul><li><p>a</p></li><li><p>b</p></li></ul>', '- a\n- b'],
    ['a list typed by hand', '<p>Agenda:\n1. open\n2. close</p>', 'Agenda:\n1. open\n2. close'],
    ['mere line ends', 'One.<br /><br />Two<br>three\nfour', 'One.\n\nTwo\nthree\nfour'],
    ['code', '<pre><code>a\n  b &lt; c</code></pre>', 'a\n  b < c'],
    [
      'a link',
      '<p>See <a href="https://example.org/x">the page</a>.</p>',
      'See the page (https://example.org/x).',
    ],
    ['a link that is its text', '<a href="https://example.org/">example.org</a>', 'example.org'],
    ['characters', '<p>caf&eacute; &amp; &#x4e2d;&nbsp;x</p>', 'café & 中\u00a0x'],
  ])('keeps %s', (_, html, text) => {
    expect(toPlainText(html)).toBe(text)
  })

  it.each([
    ['scripts', '<p>a<script>alert(1)</script>b</p>', 'ab'],
    ['addresses that run', '<a href="javascript:alert(1)">x</a>', 'x'],
    ['tags hidden in tags', '<scr<script></script>ipt>alert(1)</p>', 'ipt>alert(1)'],
    ['images', '<p>a<img src=x onerror=alert(1)>b</p>', 'ab'],
    ['unclosed tags', '<p>a <b>b <a href="https://example.org', 'a b'],
  ])('leaves out %s', (_, html, text) => {
    expect(toPlainText(html)).toBe(text)
  })
})

describe('text that is plain already', () => {
  it.each([
    'a < b and c > d',
    'Vec<T> & Map<K, V>',
    '5 &amp; 6',
    'with_snake_case, a*b*c and 2 * 3 * 4',
    'One line\nand the next, as it was typed',
    'a\n\n    indented\n    lines',
    '> '.repeat(5000) + 'x',
    `${'*a '.repeat(40_000)}.`,
    '#hashtag and C# and issue #5',
    'A | B\n--|--\n1 | 2',
    '> 50 % of it',
    'https://example.org/a_b_c*d',
  ])('stays: %j', (text) => {
    expect(toPlainText(text)).toBe(text)
  })

  it('has its line ends and blanks tidied', () => {
    expect(toPlainText('  a  \r\nb\r\n\r\n\r\n\r\nc\u0007 ')).toBe('a\nb\n\nc')
  })
})

describe('plain text from Markdown', () => {
  it.each([
    [
      'emphasis',
      'is **not** about *boats*, and _never_ was, ***never***',
      'is not about boats, and never was, never',
    ],
    [
      'headings',
      '## What you take home\n\na hat\n\nTitle\n-----\nmore',
      'What you take home\n\na hat\n\nTitle\nmore',
    ],
    [
      'lists',
      '* first\n* second with `code`\n\n1. a hat\n2. a map\n   of **it**',
      '- first\n- second with code\n\n1. a hat\n2. a map\n  of it',
    ],
    ['lists in lists', '- a\n  - b\n  - c\n- d', '- a\n  - b\n  - c\n- d'],
    [
      'links',
      'with [the notes](https://example.org/n) and <https://example.org/m>',
      'with the notes (https://example.org/n) and https://example.org/m',
    ],
    [
      'links by reference',
      'see [the page][1].\n\n[1]: https://example.org/p',
      'see the page (https://example.org/p).',
    ],
    ['code', 'run `npm test`:\n\n```sh\nnpm *test*\n```\n\nend', 'run npm test:\n\nnpm *test*\n\nend'],
    ['escapes', '2 \\* 3 \\_ 4', '2 * 3 _ 4'],
    ['powers', '2**10 and a**b**2, **W**ind', '2**10 and a**b**2, Wind'],
    ['quotations', '> it is **so**\n> they say', '> it is so\n> they say'],
    [
      'tables',
      '| A | `B` |\n|---|---|\n| **1** | [2](https://example.org/t) |',
      '| A | B |\n|---|---|\n| 1 | 2 (https://example.org/t) |',
    ],
    ['strong words in Chinese', '这是**「重点」**内容。**粗体：**后面', '这是「重点」内容。粗体：后面'],
    [
      'labels of addresses that run',
      '[x](javascript:alert(1)), [](https://example.org/a)',
      'x, https://example.org/a',
    ],
    ['tags', 'A **bold** <b>word</b><br>and `<div>`\n\n<script>alert(1)</script>', 'A bold word\nand <div>'],
  ])('keeps %s', (_, markdown, text) => {
    expect(toPlainText(markdown)).toBe(text)
  })
})

it('a title is one line', () => {
  expect(toLine('  A\n title\twith\u0000 blanks ')).toBe('A title with blanks')
})
