import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { limits } from '../../contract/forum.ts'
import { listCalls, type Reply } from './support/network.ts'
import { button, heading, main, region } from './support/roles.ts'
import { openScreen } from './support/screen.tsx'
import { text } from './support/texts.ts'

const both = (words: string) => ({ 'zh-CN': words, en: words })
const field = () => page.getByRole('searchbox')
const groups = () => page.getByRole('navigation', { name: text('search:groups') })
const group = (name: string) =>
  groups().getByRole('link', { name: new RegExp(String.raw`^${text(name)} \d+$`) })
const hits = (path: string) => document.querySelectorAll(`main li a[href^="${path}"]`)
const marks = () => [...document.querySelectorAll('main mark')].map((mark) => mark.textContent)

/** The searches that the forum was asked for, as `words module page`. */
const listSearches = () =>
  listCalls().flatMap(({ path }) => {
    const query = new URLSearchParams(path.split('?')[1])
    return path.startsWith('/front/search?')
      ? [['q', 'module', 'page'].map((key) => query.get(key) ?? '-').join(' ')]
      : []
  })

test('hits of a group are appended, cleared, and begin again with page 1 [212, 213]', async () => {
  const { address } = await openScreen('/search?q=能&group=meetings')
  await expect.poll(() => hits('/agenda/').length).toBe(20)
  await button(text('common:loadMore')).click()
  await expect.poll(() => hits('/agenda/').length).toBeGreaterThan(30)
  expect(listSearches()).toEqual(['能 - -', '能 sessions 1', '能 sessions 2'])
  await button(text('common:clearField')).click()
  await expect.poll(() => hits('/agenda/').length).toBe(0)
  expect(address()).not.toContain('q=')
  await field().fill('能')
  await expect.poll(() => hits('/agenda/').length).toBe(20)
  await expect.element(main().getByText(/20\s*\/\s*\d+/)).toBeVisible()
  expect(
    listSearches()
      .filter((search) => search.includes('sessions'))
      .slice(2),
  ).toEqual(['能 sessions 1'])
})

test('the answer to words that others took the place of is dropped [214]', async () => {
  await openScreen('/search', {
    network: {
      '/front/search': ({ path }) =>
        new URLSearchParams(path.split('?')[1]).get('q') === '储' ? 'pending' : 'server',
    },
  })
  await field().fill('储')
  await expect.poll(listSearches).toEqual(['储 - -'])
  await field().fill('氢能')
  await expect.poll(() => new Set(marks())).toEqual(new Set(['氢能']))
})

test('everything that is published is found in groups, in either language [38]', async () => {
  const { address } = await openScreen('/search')
  await expect.element(field()).toHaveFocus()
  await field().fill('hydrogen')
  await expect.element(group('search:everything')).toHaveAttribute('aria-current', 'page')
  await expect.element(group('search:group.meetings')).toBeVisible()
  expect(marks()[0]).toMatch(/hydrogen/i)
  await field().fill('苏州')
  await expect.element(group('search:group.informations')).toBeVisible()
  await group('search:group.pages').click()
  await expect.poll(address).toContain('group=pages')
  await expect.poll(() => hits('/suzhou#').length).toBeGreaterThan(0)
})

describe('hits lead to where their module is shown [38]', () => {
  test.each([
    ['构网型', 'materials', '/api/front/download/file/D012'],
    ['教授', 'speakers', '/agenda?q='],
    ['充电桩', 'qa', '/article/view/Q'],
    ['xny', 'meetings', '/agenda/'],
    ['手册', 'documents', '/article/view/D'],
    ['酒店', 'places', '/suzhou#place-'],
    ['展位', 'exhibitors', '/show/'],
  ])('%s among %s', async (words, name, path) => {
    await openScreen(`/search?q=${words}&group=${name}`)
    await expect
      .poll(
        () =>
          [...document.querySelectorAll<HTMLAnchorElement>('main li a')].map(({ href }) =>
            href.replace(location.origin, ''),
          )[0],
      )
      .toMatch(new RegExp(`^${path.replace('?', String.raw`\?`)}`))
  })
})

test('words that found something are remembered on this device, and forgotten when asked [38]', async () => {
  const { go, address } = await openScreen('/search?q=氢能')
  await expect.element(main().getByRole('listitem').first()).toBeVisible()
  ;(hits('/')[0] as HTMLElement).click()
  await expect.poll(address).not.toContain('/search')
  await go('/search')
  const recent = region(text('search:recent'))
  await recent.getByRole('button', { name: '氢能' }).click()
  await expect.poll(address).toBe(`/search?q=${encodeURIComponent('氢能')}`)
  await go('/search')
  await recent.getByRole('button', { name: text('search:forget') }).click()
  await expect.element(recent).not.toBeInTheDocument()
  await expect.element(region(text('search:suggestions'))).toBeVisible()
})

test('words that are too long are refused in words, and the server is not asked [38]', async () => {
  await openScreen('/search')
  await field().fill('能'.repeat(10_000))
  const count = limits.searchCharacters
  await expect.element(page.getByRole('alert')).toHaveTextContent(text('common:wordsTooLong', { count }))
  expect(listSearches()).toEqual([])
})

test('words that nothing has say so as they are, and lead on by others', async () => {
  const words = 'zebra <b>&"\u202E👩‍👩‍👧'
  await openScreen('/search')
  await field().fill(words)
  await expect.element(heading(text('search:none.title', { words }))).toBeVisible()
  await region(text('search:suggestions')).getByRole('button').first().click()
  await expect.element(main().getByRole('heading', { level: 3 }).first()).toBeVisible()
})

test('a group that the app has no word for is called as the server does, and left out when it is empty [312, T26]', async () => {
  const trial = { id: 't1', title: both('储能试验'), excerpt: both(''), fields: {} }
  const withTrials = (items: readonly object[]): Reply => {
    const page = { items, page: 1, size: 4, total: items.length }
    const label = both('临床试验')
    return { data: { groups: [{ name: 'clinicalTrials', module: 'clinical_trials', label, ...page }] } }
  }
  await openScreen('/search?q=储能', { network: { '/front/search': withTrials([]) } })
  await expect.element(heading(text('search:none.title', { words: '储能' }))).toBeVisible()
  await expect.element(groups().getByRole('link', { name: /临床试验/ })).not.toBeInTheDocument()
  await openScreen('/search?q=储能', { network: { '/front/search': withTrials([trial]) } })
  await expect.element(groups().getByRole('link', { name: '临床试验 1' })).toBeVisible()
  await expect.element(heading('储能试验', 3)).toBeVisible()
})
