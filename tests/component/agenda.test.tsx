import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { phone, tablet } from './support/media.ts'
import { setNetwork } from './support/network.ts'
import { listOf } from './support/pages.ts'
import { button, dialog, heading, link, listTexts, main, region } from './support/roles.ts'
import { openScreen, type ScreenOptions } from './support/screen.tsx'
import { text } from './support/texts.ts'

const day = '/agenda?day=2023-09-06&view=list'
const storage = 'Panel: who pays for storage safety?'
const inChinese = '圆桌对话：储能安全标准应由谁来买单'
const reliability = 'Panel: keeping reliability after the price war'

const session = (title: string | RegExp) => main().getByRole('link', { name: title })
const star = (title: string) => page.getByRole('button', { name: `${text('favourites:star')} ${title}` })
const cards = () => document.querySelectorAll('main a[href^="/agenda/"]')
const field = () => page.getByRole('searchbox')

async function openDay(options: ScreenOptions = {}, address = day) {
  const screen = await openScreen(address, { locale: 'en', ...options })
  await expect.element(session(storage)).toBeVisible()
  return screen
}

describe('a day of the agenda', () => {
  test('days are tabs, the day is in the address, and each has its own sessions; zones go unsaid [5]', async () => {
    const screen = await openDay()
    const days = page.getByRole('navigation', { name: text('agenda:days') }).getByRole('link')
    expect(listTexts(days)).toEqual(['Tue 5', 'Wed 6', 'Thu 7'])
    await expect.element(link('Wed 6')).toHaveAttribute('aria-current', 'date')
    await expect.element(page.getByText(/GMT/)).not.toBeInTheDocument()
    await link('Tue 5').click()
    await expect.element(session(storage)).not.toBeInTheDocument()
    expect(screen.address()).toContain('day=2023-09-05')
    expect(cards().length).toBeGreaterThan(0)
  })

  test('opens on the forum’s own day while it runs, and tells what runs at this moment', async () => {
    await openDay({ now: '2023-09-06T03:40:00Z' }, '/agenda?view=list')
    await expect.element(link('Wed 6')).toHaveAttribute('aria-current', 'date')
    const card = page
      .getByRole('listitem')
      .filter({ has: link(storage) })
      .last()
    await expect.element(card).toMatchTextContent(text('agenda:now'))
  })

  test('is a list on a phone, and a timetable of rooms at a touch or on a tablet', async () => {
    const screen = await openDay({}, '/agenda?day=2023-09-06')
    await expect.element(heading('09:00')).toBeVisible()
    await button(text('agenda:view_grid')).click()
    const grid = region(text('agenda:timetable', { day: 'Wednesday 6 September' }))
    await expect.element(grid.getByRole('heading', { name: 'Taihu Hall' })).toBeVisible()
    expect(screen.address()).toContain('view=grid')
    await openScreen('/agenda?day=2023-09-06', { locale: 'en', ...tablet })
    // In the timetable its time and sub-forum belong to a session's name.
    await expect.element(page.getByRole('link', { name: /^Panel: who pays for storage.*III/ })).toBeVisible()
    await expect.element(button(text('agenda:view_grid'))).toHaveAttribute('aria-pressed', 'true')
  })

  test('opens at an address that says what it does not know', async () => {
    const screen = await openDay({}, '/agenda?day=2023-09-06&view=timetable&track=%22&mine=perhaps')
    expect(screen.address()).not.toContain('timetable')
  })

  test('changes its language at a touch, with the sessions [310]', async () => {
    await openDay()
    await button('中文').click()
    await expect.element(heading('议程', 1)).toBeVisible()
    await expect.element(session(inChinese)).toBeVisible()
    expect(document.documentElement.lang).toBe('zh-CN')
  })
})

describe('filters of the agenda', () => {
  test('narrow the day, tell what remains at each touch, are in the address, and can be cleared', async () => {
    const screen = await openDay()
    await button(text('agenda:filter_track')).click()
    const sheet = dialog(text('agenda:filter_track'))
    const storageTrack = sheet.getByRole('checkbox', { name: /Energy storage/ })
    const done = sheet.getByRole('button', { name: /^Show \d+/ })
    await expect.element(done).toBeVisible()
    const all = done.element().textContent
    await storageTrack.click()
    await expect.element(done).not.toMatchTextContent(all)
    await sheet.getByRole('button', { name: text('agenda:sheet_clear') }).click()
    await expect.element(done).toMatchTextContent(all)
    await storageTrack.click()
    await done.click()
    await expect.element(sheet).not.toBeInTheDocument()
    await expect.element(session(storage)).toBeVisible()
    await expect.element(session(reliability)).not.toBeInTheDocument()
    expect(screen.address()).toContain('track=')
    await button(text('agenda:clear_filters')).click()
    await expect.element(session(reliability)).toBeVisible()
    expect(screen.address()).not.toContain('track=')
  })

  test('show what they leave on the day where it is, when they leave nothing of this one', async () => {
    const screen = await openScreen('/agenda?day=2023-09-05&view=list', { locale: 'en' })
    await button(text('agenda:filter_track')).click()
    const sheet = dialog(text('agenda:filter_track'))
    await sheet.getByRole('checkbox', { name: /Energy storage/ }).click()
    await sheet.getByRole('button', { name: /^Show \d+/ }).click()
    await expect.poll(() => cards().length).toBeGreaterThan(0)
    expect(screen.address()).toContain('day=2023-09-06')
    await link('Tue 5').click()
    await page.getByRole('button', { name: /sessions on Wednesday/ }).click()
    await expect.element(session(storage)).toBeVisible()
  })

  test('that leave nothing of a day say so, and lead out', async () => {
    await openScreen('/agenda?day=2023-09-05&view=list&track=III', { locale: 'en' })
    await expect.element(page.getByText(text('agenda:empty_filters'))).toBeVisible()
    await button(text('agenda:show_all')).click()
    await expect.poll(() => cards().length).toBeGreaterThan(0)
  })

  test('of stars make my agenda, which tells how to plan it and what is at the same time', async () => {
    await openScreen(`${day}&mine=true`, { locale: 'en' })
    await expect.element(page.getByText(text('agenda:empty_mine'))).toBeVisible()
    await openDay()
    await star(storage).click()
    await expect.element(star(storage)).toHaveAttribute('aria-pressed', 'true')
    await star(reliability).click()
    await button(text('agenda:mine')).click()
    await expect.poll(() => cards().length).toBe(2)
    await expect.element(page.getByText(text('agenda:clashes', { count: 2 }))).toBeVisible()
  })
})

describe('search of the agenda', () => {
  test('begins in its field, which Escape leaves; finds, marks, and comes into the address', async () => {
    const screen = await openDay()
    await button(text('agenda:search')).click()
    await expect.element(field()).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(field()).not.toBeInTheDocument()
    await expect.element(button(text('agenda:search'))).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await field().fill('storage safety')
    await expect.element(page.getByText(/^\d+ sessions? found$/)).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect.poll(screen.address).toContain('q=storage')
    expect(document.querySelectorAll('main mark').length).toBeGreaterThan(1)
  })

  test('without results it leads out', async () => {
    await openScreen(`${day}&q=zzzz`, { locale: 'en' })
    await expect.element(page.getByText(text('agenda:results_none', { query: 'zzzz' }))).toBeVisible()
    await button(text('agenda:clear_search')).click()
    await expect.element(session(storage)).toBeVisible()
  })
})

describe('the agenda with keys alone', () => {
  test('the sheet of a filter keeps the focus, closes by Escape and gives the focus back', async () => {
    await openDay()
    const opener = button(text('agenda:filter_track'))
    opener.element().focus()
    await userEvent.keyboard('{Enter}')
    const sheet = dialog(text('agenda:filter_track'))
    await expect.element(sheet).toBeVisible()
    for (let step = 0; step < 20; step++) {
      await userEvent.keyboard('{Tab}')
      // On its way round the focus visits the browser's own bars, where the page has none.
      const isOutside =
        document.activeElement !== document.body && !sheet.element().contains(document.activeElement)
      expect(isOutside).toBe(false)
    }
    await userEvent.keyboard('{Escape}')
    await expect.element(sheet).not.toBeInTheDocument()
    await expect.element(opener).toHaveFocus()
  })

  test('a session is starred and opened with keys alone [303]', async () => {
    const { address } = await openScreen(`/agenda?q=${encodeURIComponent('储能安全')}`)
    const title = link(inChinese).first()
    await expect.element(title).toBeVisible()
    title.element().focus()
    await userEvent.keyboard('{Tab}{ }')
    await expect.element(document.activeElement as HTMLElement).toHaveAttribute('aria-pressed', 'true')
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}{Enter}')
    await expect.element(heading(inChinese, 1)).toBeVisible()
    expect(address()).toBe('/agenda/storage-panel')
  })
})

test('without network or with a busy server the agenda stays, and the strip says of when it is', async () => {
  await openScreen(day, { locale: 'en', network: 'offline' })
  await expect.element(page.getByText(text('common:offline.title'))).toBeVisible()
  await expect.element(page.getByText(text('offline:strip.plain'), { exact: true })).toBeVisible()
  const screen = await openDay({ now: '2023-09-06T02:07:00Z' })
  await screen.goOffline()
  await expect.element(page.getByText(text('offline:strip.asOf', { time: '10:07' }))).toBeVisible()
  setNetwork({ status: 503, key: 'server.busy' })
  await screen.queryClient.refetchQueries({ type: 'active' })
  await expect.element(page.getByText(text('offline:strip.behind', { time: '10:07' }))).toBeVisible()
  await expect.element(session(storage)).toBeVisible()
})

test('a session has both titles, its time and the device’s, its place, its text, and what else is on', async () => {
  const screen = await openScreen('/agenda/storage-panel', { locale: 'en', timeZone: 'America/New_York' })
  await expect.element(heading(storage, 1)).toBeVisible()
  await screen.settle()
  const article = page.getByRole('article')
  for (const words of [
    inChinese,
    /Wednesday 6 September.*11:30–12:00/,
    /5 Sept?,? 23:30 on your device’s clock/,
    'Taihu Hall',
  ])
    await expect.element(article).toMatchTextContent(words)
  for (const key of ['about', 'speakers', 'same_time'])
    await expect.element(page.getByRole('heading', { name: text(`session-detail:${key}`) })).toBeVisible()
  await expect.element(region(text('session-detail:materials'))).not.toBeInTheDocument()
})

test('a session lists its published speech files with who spoke, kind and size', async () => {
  await openScreen('/agenda/power-grid-forming', { locale: 'en' })
  const file = page.getByRole('region', { name: text('session-detail:materials') }).getByRole('link')
  await expect.element(file).toMatchTextContent('Grid-forming converters: from idea to grid code')
  await expect
    .element(file)
    .toMatchTextContent(/Professor, Example University of Electric Power · PPTX · \d+ kB/)
})

/** A session without a room. */
const roomless = (id: string, from: string, to: string) => ({
  id,
  version: 1,
  type: 'talk',
  state: 'confirmed',
  title: { 'zh-CN': `海报 ${id}`, en: `Poster ${id}` },
  starts_at: `2023-09-06T${from}:00Z`,
  ends_at: `2023-09-06T${to}:00Z`,
  room: null,
  speakers: [],
})

describe('a timetable of many sessions at once', () => {
  const posters = Array.from({ length: 13 }, (_, index) => roomless(String(index + 1), '06:00', '07:00'))
  const sessions = [roomless('short', '02:00', '02:05'), ...posters, roomless('late', '06:30', '06:35')]

  test.each([phone, { width: 1280, height: 800 }])(
    'has one block that tells how many and opens them, and a line for the shortest, on %o',
    async (device) => {
      const network = { '/front/query/sessions/all': listOf(sessions) }
      const screen = await openScreen('/agenda?day=2023-09-06&view=grid', {
        locale: 'en',
        network,
        ...device,
      })
      const crowd = button(new RegExp(text('agenda:crowd', { count: 14 })))
      await expect.element(crowd).toBeVisible()
      const { width, height } = crowd.element().getBoundingClientRect()
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
      expect(
        session(/Poster short/)
          .element()
          .getBoundingClientRect().height,
      ).toBeGreaterThanOrEqual(20)
      await crowd.click()
      const links = dialog(text('agenda:crowd', { count: 14 })).getByRole('link')
      await expect.element(links).toHaveLength(14)
      for (const link of links.elements())
        expect(link.getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
      await links.first().click()
      await expect.poll(screen.address).toBe('/agenda/1')
    },
  )
})
