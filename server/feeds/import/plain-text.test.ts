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
  it.each(['a < b and c > d', '# Markdown\n\n- [x](https://example.org)', 'Vec<T> & Map<K, V>', '5 &amp; 6'])(
    'stays: %j',
    (text) => {
      expect(toPlainText(text)).toBe(text)
    },
  )

  it('has its line ends and blanks tidied', () => {
    expect(toPlainText('  a  \r\nb\r\n\r\n\r\n\r\nc\u0007 ')).toBe('a\nb\n\nc')
  })
})

it('a title is one line', () => {
  expect(toLine('  A\n title\twith\u0000 blanks ')).toBe('A title with blanks')
})
