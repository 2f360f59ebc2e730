import { expect, it } from 'vitest'
import { toLinks } from './links.ts'

it.each([
  'javascript:alert(1)',
  'JAVASCRIPT:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'ftp://example.org',
  '//example.org',
  '/talk/1',
  '-查無此軌-',
  `https://example.org/${'x'.repeat(3000)}`,
  '',
])('%j is no link', (url) => {
  expect(toLinks([{ url, title: 'x' }])).toEqual([])
})

it('a link has its title, or the name of its host, and stands once', () => {
  expect(
    toLinks([
      { url: 'https://example.org/a', title: ' Slides\n(PDF) ' },
      { url: 'https://example.org/b', title: '' },
      { url: 'https://example.org/a', title: 'again' },
    ]),
  ).toEqual([
    { url: 'https://example.org/a', title: 'Slides (PDF)' },
    { url: 'https://example.org/b', title: 'example.org' },
  ])
})
