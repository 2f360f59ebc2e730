import { describe, expect, it } from 'vitest'
import { LinkResolver } from './links.ts'

const base = 'https://lake.example.org/2032/Plan'

/** The URL of a link; undefined when it was dropped. */
function resolveUrl(url: string, schedule = base): string | undefined {
  return new LinkResolver(schedule).resolve([{ url, title: 'x' }])[0]?.url
}

describe('a link of a schedule', () => {
  it.each([
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'ftp://example.org',
    'mailto:a@example.org',
    '-查無此軌-',
    'none',
    'see the notes.',
    'n/a',
    '#',
    `https://example.org/${'x'.repeat(3000)}`,
  ])('%j is left out, and counted', (url) => {
    const links = new LinkResolver(base)
    expect(links.resolve([{ url, title: 'x' }])).toEqual([])
    expect(links.listNotices()).toEqual([{ key: 'note.dropped_links', params: { count: 1 } }])
  })

  it.each([
    ['https://example.org/a b', 'https://example.org/a%20b'],
    ['my sheet.pdf', 'https://lake.example.org/2032/Plan/my%20sheet.pdf'],
    ['/files/my sheet', 'https://lake.example.org/files/my%20sheet'],
    ['https//example.org/a', 'https://example.org/a'],
    ['https://example.org', 'https://example.org'],
    ['https://example.org/', 'https://example.org/'],
    ['www.example.org', 'https://www.example.org'],
    ['www.example.md', 'https://www.example.md'],
    ['example.net/tour', 'https://example.net/tour'],
    ['example.net:8080/tour', 'https://example.net:8080/tour'],
    ['例子.中国/会', 'https://xn--fsqu00a.xn--fiqs8s/%E4%BC%9A'],
    ['//media.example.org/x', 'https://media.example.org/x'],
    ['/files/7/slides.pdf', 'https://lake.example.org/files/7/slides.pdf'],
    ['papers/7/sheet.pdf', 'https://lake.example.org/2032/Plan/papers/7/sheet.pdf'],
    ['../sheet.pdf', 'https://lake.example.org/2032/sheet.pdf'],
    ['sheet.pdf', 'https://lake.example.org/2032/Plan/sheet.pdf'],
  ])('%s is %s', (url, address) => {
    expect(resolveUrl(url)).toBe(address)
  })

  it.each(['/talk/1', 'papers/7/sheet.pdf', 'sheet.pdf'])(
    '%s without an address of the schedule is left out',
    (url) => {
      expect(resolveUrl(url, '')).toBeUndefined()
    },
  )

  it('is each of several in one text', () => {
    const [one, two] = ['https://example.org/a', 'https://example.org/b']
    expect(new LinkResolver().resolve([{ url: `${one}; ${two}`, title: '' }])).toMatchObject([
      { url: one },
      { url: two },
    ])
  })

  it('that is empty is none, and not counted', () => {
    const links = new LinkResolver(base)
    expect(links.resolve([{ url: ' ', title: '' }])).toEqual([])
    expect(links.listNotices()).toEqual([])
  })

  it('has its title, or the name of its host, and occurs once', () => {
    expect(
      new LinkResolver().resolve([
        { url: 'https://example.org/a', title: ' Slides\n(PDF) ' },
        { url: 'https://example.org/b', title: '' },
        { url: 'https://example.org/c', title: 'https://example.org/c' },
        { url: 'https://example.org/a', title: 'again' },
      ]),
    ).toEqual([
      { url: 'https://example.org/a', title: 'Slides (PDF)' },
      { url: 'https://example.org/b', title: 'example.org' },
      { url: 'https://example.org/c', title: 'example.org' },
    ])
  })
})
