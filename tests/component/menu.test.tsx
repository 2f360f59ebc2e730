import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { demoClock } from '#platform/server-clock.ts'
import { DemoClockBanner } from '../../src/app/layout/Header.tsx'
import { secondaryPages, menu, type MenuItem } from '../../src/app/layout/menu.ts'
import { mirrorPage } from '../support/right-to-left.ts'
import { changeDevice, nextFrames, phone, tablet } from './support/media.ts'
import { button, dialog, heading, link, listAddresses, listTexts, main } from './support/roles.ts'
import { openScreen, renderPiece } from './support/screen.tsx'
import { text } from './support/texts.ts'

const bar = () => page.getByRole('navigation', { name: text('common:menu.label') })
const more = () => bar().getByRole('button', { name: text('common:menu.more') })
const sheet = () => dialog(text('common:menu.more'))
const label = ({ name }: { name: MenuItem['name'] }) => text(`common:menu.${name}`)
const colour = (name: string) => getComputedStyle(bar().getByText(name).element()).color
const behindMore = menu.filter(({ onPhone }) => onPhone === 'sheet')

test('on a phone the bar has what is used most, and the sheet behind “more” the rest in its order, then pages without a footer [31, 33, 35, 37, 39, 42, T12]', async () => {
  const { address } = await openScreen('/show')
  await expect.element(more()).toBeVisible()
  expect(colour(text('common:menu.more'))).not.toBe(colour(text('common:menu.home')))
  const inBar = menu.filter(({ onPhone }) => onPhone === 'tab')
  expect(listTexts(bar().getByRole('link'))).toEqual(inBar.map(label))
  await more().click()
  await expect.element(sheet()).toBeVisible()
  expect(listTexts(sheet().getByRole('list').first().getByRole('link'))).toEqual(behindMore.map(label))
  expect(listAddresses(sheet().getByRole('link'))).toEqual([
    ...behindMore.map(({ to }) => to),
    ...secondaryPages.map(({ to }) => to),
    '/user/center',
  ])
  await expect
    .element(sheet().getByRole('link', { name: text('common:menu.show') }))
    .toHaveAttribute('aria-current', 'page')
  await sheet()
    .getByRole('link', { name: text('common:menu.suzhou') })
    .click()
  await expect.element(sheet()).not.toBeInTheDocument()
  await expect.element(heading(text('pages:title'), 1)).toBeVisible()
  expect(address()).toBe('/suzhou')
})

test('on a tablet the header has the whole menu in its order and nothing else, the footer the further pages [31, 33, 35, 37, 39, 42, T12]', async () => {
  const { address } = await openScreen('/', tablet)
  await expect.element(more()).not.toBeInTheDocument()
  expect(listTexts(bar().getByRole('link'))).toEqual(menu.map(label))
  expect(listAddresses(bar().getByRole('link'))).toEqual(menu.map(({ to }) => to))
  await bar().getByRole('link').last().click()
  await expect.element(heading(text('pages:title'), 1)).toBeVisible()
  expect(address()).toBe('/suzhou')
  const footer = page.getByRole('contentinfo')
  await expect
    .element(footer.getByRole('link', { name: text('common:menu.install') }))
    .toHaveAttribute('href', '/install')
  await footer.getByRole('link', { name: text('common:menu.qa') }).click()
  await expect.element(heading(text('qa:title'), 1)).toBeVisible()
})

test.each([
  ['/news', 'news', 'page'],
  ['/article/view/00018', 'news', 'true'],
  ['/article/category/c-notice', 'news', 'true'],
  ['/article/view/D001', 'download', 'true'],
] as const)('%s belongs to the entry %s, which says so', async (path, name, current) => {
  await openScreen(path)
  await expect
    .element(bar().getByRole('link', { name: label({ name }) }))
    .toHaveAttribute('aria-current', current)
  expect(bar().element().querySelectorAll('[aria-current]')).toHaveLength(1)
})

test('search and the user centre stand in the header [38]', async () => {
  const { address } = await openScreen('/news')
  const header = page.getByRole('banner')
  await expect
    .element(header.getByRole('link', { name: text('common:menu.center') }))
    .toHaveAttribute('href', '/user/center')
  await header.getByRole('link', { name: text('common:menu.search') }).click()
  await expect.element(heading(text('search:title'), 1)).toBeVisible()
  expect(address()).toBe('/search')
})

test.each(['zh-CN', 'en'] as const)(
  'on every width the bars have everything whole, in one line each, in %s',
  async (locale) => {
    await openScreen('/show', { locale })
    for (const width of [320, 360, 390, 768, 820, 1000, 1440]) {
      await changeDevice({ width, height: 800 })
      const isWide = width >= 768
      expect(page.getByRole('contentinfo').elements()).toHaveLength(isWide ? 1 : 0)
      const parts = [...document.querySelectorAll('header a, header button, nav a, nav button')]
      const visible = parts.filter((part) => part.checkVisibility())
      expect(visible).toHaveLength(isWide ? 11 : 9)
      expect(
        visible.filter(isCut).map((part) => part.outerHTML),
        `${width} px`,
      ).toEqual([])
    }
  },
)

/** Whether a part of the bars is cut off, breaks into lines or is too small for a finger. */
function isCut(part: Element): boolean {
  const { left, right, width, height } = part.getBoundingClientRect()
  const words = [...part.querySelectorAll('span'), part].filter((each) => each.checkVisibility())
  const isShort = words.some((each) => each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0)
  const isOutside = left < 0 || right > document.documentElement.clientWidth
  return isShort || isOutside || width < 44 || height < 44 || height > 60
}

test('the user centre lies in the main layout, the sign-in page in one of its own [29, 30, 36]', async () => {
  const { go } = await openScreen('/user/login', { as: 'applicant' })
  await go('/user/center')
  await expect.element(heading(text('accounts:center.title'), 1)).toBeVisible()
  await expect.element(bar()).toBeVisible()
  await openScreen('/user/login')
  await expect.element(heading(text('sign-in:signIn.title'), 1)).toBeVisible()
  await expect.element(bar()).not.toBeInTheDocument()
})

test('an address that leads nowhere says so and leads home [55]', async () => {
  await openScreen('/nowhere/at/all')
  await expect.element(heading(text('common:notFound.title'), 1)).toBeVisible()
  await link(text('common:notFound.home')).click()
  await expect.element(heading('国际能源转型论坛', 1)).toBeVisible()
})

test('the language changes at a touch, everywhere, and the page says which it is [284, 288]', async () => {
  await openScreen('/')
  await button('English').click()
  await expect.element(heading('International Energy Transition Forum', 1)).toBeVisible()
  await expect.element(main()).toMatchTextContent('5–7 September 2023')
  expect(listTexts(bar().getByRole('link'))[0]).toBe('Home')
  await expect.poll(() => document.title).toBe('International Energy Transition Forum')
  const { lang, dir } = document.documentElement
  expect([lang, dir, localStorage.getItem('locale')]).toEqual(['en', 'ltr', 'en'])
  await button('中文').click()
  await expect.element(heading('国际能源转型论坛', 1)).toBeVisible()
  expect(localStorage.getItem('locale')).toBe('zh-CN')
})

test('a demonstration says so, and the time of its clock', async () => {
  demoClock.start(true)
  await renderPiece(<DemoClockBanner />, { locale: 'en', now: '2023-09-06T02:10:00Z' })
  const strip = page.getByRole('complementary', { name: text('common:demonstration.label') })
  await expect.element(strip).toHaveTextContent(text('common:demonstration.now', { time: '6 Sep, 10:10' }))
})

test('from right to left the frame is mirrored, and what points does so the other way', async () => {
  const { settle } = await openScreen('/agenda/storage-panel', { ...phone, locale: 'en' })
  await settle()
  const header = page.getByRole('banner').getByRole('link')
  const left = (part: typeof header) => part.element().getBoundingClientRect().left
  const sign = header.first()
  const person = header.last()
  const back = main().element().querySelector('svg[data-points]')
  expect(left(sign)).toBeLessThan(left(person))
  expect(back).toHaveStyle({ scale: 'none' })
  mirrorPage()
  await nextFrames()
  expect(left(sign)).toBeGreaterThan(left(person))
  expect(back).toHaveStyle({ scale: '-1 1' })
})
