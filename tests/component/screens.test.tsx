import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { locales, type Locale } from '../../contract/locale.ts'
import {
  expectColours,
  expectNoFaults,
  expectNoMotion,
  expectRightToLeft,
  expectRoom,
  expectTargets,
  expectWide,
} from './support/checks.ts'
import { openScreen, type ScreenOptions } from './support/screen.tsx'

/** A screen, and what shows that it is complete. */
interface Screen {
  name: string
  path: string
  /** Selector of something that only the whole screen has. */
  shows: string
  options?: ScreenOptions
  /** What a person does on it before it is looked at. */
  act?: () => Promise<void>
}

const secondDay = '/agenda?day=2023-09-06'
const session = 'main a[href^="/agenda/"]'
const article = 'main a[href^="/article/view/"]'

/** Every screen, in the order in which a visitor would meet them. */
const screens: readonly Screen[] = [
  { name: 'home', path: '/', shows: article },
  { name: 'agenda', path: `${secondDay}&view=list`, shows: session },
  { name: 'agenda-grid', path: `${secondDay}&view=grid`, shows: session },
  { name: 'agenda-search', path: '/agenda?q=氢能', shows: session },
  {
    name: 'agenda-filter',
    path: `${secondDay}&view=list`,
    shows: session,
    act: () => click('main button[aria-haspopup="dialog"]', 'dialog[open]'),
  },
  { name: 'session', path: '/agenda/storage-panel', shows: '#session-about' },
  { name: 'session-missing', path: '/agenda/no-such-session', shows: 'h1' },
  { name: 'news', path: '/news', shows: article },
  { name: 'article', path: '/article/view/20230801', shows: 'article p' },
  { name: 'downloads', path: '/download', shows: 'main li button' },
  { name: 'live', path: '/live', shows: 'main article h3' },
  { name: 'show', path: '/show', shows: 'main section a[href^="/show/"]' },
  { name: 'exhibitor', path: '/show/e-b02', shows: 'main section a[href^="/show/"]' },
  { name: 'suzhou', path: '/suzhou', shows: 'main figure svg' },
  { name: 'qa', path: '/qa', shows: 'main details' },
  { name: 'search-all', path: '/search?q=储能', shows: 'main h3' },
  { name: 'sign-in', path: '/user/login', shows: 'form input' },
  { name: 'not-found', path: '/nowhere', shows: 'h1' },
]

const forum: Record<Locale, { name: string; shortName: string }> = {
  'zh-CN': { name: '国际能源转型论坛', shortName: '能源转型论坛' },
  en: { name: 'International Energy Transition Forum', shortName: 'Energy Forum' },
}

for (const locale of locales)
  for (const screen of screens)
    test(`${screen.name} in ${locale} is whole, legible and within reach, on every device`, async () => {
      const errors = watchErrors()
      const { settle } = await openScreen(screen.path, { locale, ...screen.options })
      await expect.poll(() => isShown(screen.shows)).toBe(true)
      await settle()
      await screen.act?.()
      await settle()
      expect.soft(document.title).toMatch(titlePattern(forum[locale]))
      expectTargets()
      await expectRoom()
      // Colours and motion are the same in each language. Wide screens come in the one with the longer words.
      if (locale === 'en') {
        await expectWide()
        await expectRightToLeft()
      } else {
        await expectNoFaults()
        await expectColours()
        await expectNoMotion()
      }
      expect(errors()).toEqual([])
    })

const isShown = (selector: string) =>
  [...document.querySelectorAll(selector)].some((each) => each.checkVisibility())

/** Clicks the first that fits, and waits for what it opens. */
async function click(selector: string, opens: string): Promise<void> {
  const target = [...document.querySelectorAll(selector)].find((each) => each.checkVisibility())
  await page.elementLocator(target ?? document.body).click()
  await expect.poll(() => isShown(opens)).toBe(true)
}

/** What the built app says nothing of: home reads a query that another one fills, a strip follows all queries. */
const developersOnly = /No queryFn was passed|Cannot update a component/

/** What goes to the browser's console as an error. */
function watchErrors(): () => unknown[][] {
  const errors = vi.spyOn(console, 'error')
  onTestFinished(() => errors.mockRestore())
  return () => errors.mock.calls.filter(([first]) => !developersOnly.test(String(first)))
}

/** The name in the tab of the page that is open: its heading, then the forum. A search says before it what is looked for. */
function titlePattern({ name, shortName }: { name: string; shortName: string }): RegExp {
  const heading = document.querySelector('h1')?.innerText.trim() ?? ''
  const title = heading === name ? name : `${heading} · ${shortName}`
  const plain = title.replaceAll(/[^\p{L}\p{N}\s]/gu, String.raw`\$&`)
  return new RegExp(`^([^·]+ · )?${plain}$`)
}
