import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { tablet } from './support/media.ts'
import { setNetwork } from './support/network.ts'
import { openScreen, type ScreenOptions } from './support/screen.tsx'
import { text } from './support/texts.ts'

const day = '/agenda?day=2023-09-06&view=list'
const sessions = '/front/query/sessions/all'
const storage = 'Panel: who pays for storage safety?'
const reliability = 'Panel: keeping reliability after the price war'

const session = (title: string) => page.getByRole('main').getByRole('link', { name: title })
const star = (title: string) => page.getByRole('button', { name: `${text('favourites:star')} ${title}` })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const cards = () => document.querySelectorAll('main a[href^="/agenda/"]')

async function openDay(options: ScreenOptions = {}, address = day) {
  const screen = await openScreen(address, { locale: 'en', ...options })
  await expect.element(session(storage)).toBeVisible()
  return screen
}

describe('a day of the agenda', () => {
  test('days are tabs, the day is in the address, and each has its own sessions [5]', async () => {
    const screen = await openDay()
    const days = page.getByRole('navigation', { name: text('agenda:days') })
    expect(
      days
        .getByRole('link')
        .elements()
        .map((each) => each.textContent),
    ).toEqual(['Tue 5', 'Wed 6', 'Thu 7'])
    await expect.element(days.getByRole('link', { name: 'Wed 6' })).toHaveAttribute('aria-current', 'date')
    await days.getByRole('link', { name: 'Tue 5' }).click()
    await expect.element(session(storage)).not.toBeInTheDocument()
    expect(screen.address()).toContain('day=2023-09-05')
    expect(cards().length).toBeGreaterThan(0)
  })

  test('opens on the forum’s own day while it runs', async () => {
    await openDay({ now: '2023-09-06T03:00:00Z' }, '/agenda?view=list')
    const today = page.getByRole('link', { name: 'Wed 6' })
    await expect.element(today).toHaveAttribute('aria-current', 'date')
  })

  test('opens on the first day once the forum is over', async () => {
    await openScreen('/agenda?view=list', { locale: 'en', now: '2023-11-01T03:00:00Z' })
    await expect.element(page.getByRole('link', { name: 'Tue 5' })).toHaveAttribute('aria-current', 'date')
  })

  test('tells what runs at this moment', async () => {
    await openDay({ now: '2023-09-06T03:40:00Z' })
    const card = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name: storage }) })
      .last()
    await expect.element(card).toMatchTextContent(text('agenda:now'))
  })

  test('tells of no present once the forum is over', async () => {
    await openDay({ now: '2023-11-01T03:00:00Z' })
    await expect.element(page.getByText(text('agenda:now'), { exact: true })).not.toBeInTheDocument()
  })

  test('is a list on a phone, and a timetable of rooms at a touch', async () => {
    const screen = await openDay({}, '/agenda?day=2023-09-06')
    await expect.element(page.getByRole('heading', { name: '09:00', exact: true })).toBeVisible()
    await button(text('agenda:view_grid')).click()
    const grid = page.getByRole('region', {
      name: text('agenda:timetable', { day: 'Wednesday 6 September' }),
    })
    await expect.element(grid).toBeVisible()
    await expect.element(grid.getByRole('heading', { name: 'Taihu Hall' })).toBeVisible()
    expect(screen.address()).toContain('view=grid')
  })

  test('is a timetable on a tablet', async () => {
    await openScreen('/agenda?day=2023-09-06', { locale: 'en', ...tablet })
    // In the timetable its time and sub-forum belong to a session's name.
    await expect.element(page.getByRole('link', { name: /^Panel: who pays for storage.*III/ })).toBeVisible()
    await expect.element(button(text('agenda:view_grid'))).toHaveAttribute('aria-pressed', 'true')
    await expect.element(page.getByRole('heading', { name: 'Taihu Hall' })).toBeVisible()
  })

  test('shows the titles of the interface’s language', async () => {
    await openScreen(day)
    await expect.element(session('圆桌对话：储能安全标准应由谁来买单')).toBeVisible()
    expect(document.documentElement.lang).toBe('zh-CN')
  })

  test('changes its language at a touch, with the sessions [310]', async () => {
    await openDay()
    await button('中文').click()
    await expect.element(page.getByRole('heading', { name: '议程', level: 1 })).toBeVisible()
    await expect.element(session('圆桌对话：储能安全标准应由谁来买单')).toBeVisible()
    expect(document.documentElement.lang).toBe('zh-CN')
  })

  test('has the times of the venue on a device elsewhere, and says so [3, 304, T45]', async () => {
    await openDay({ timeZone: 'America/New_York' })
    await expect.element(page.getByText(text('agenda:venue_time', { offset: 'GMT+8' }))).toBeVisible()
    await expect.element(page.getByRole('heading', { name: '09:00', exact: true })).toBeVisible()
  })

  test('says nothing of zones at the venue', async () => {
    await openDay()
    await expect.element(page.getByText(/GMT/)).not.toBeInTheDocument()
  })
})

describe('filters of the agenda', () => {
  test('a filter narrows the day, is in the address, and can be cleared', async () => {
    const screen = await openDay()
    await button(text('agenda:filter_track')).click()
    const sheet = page.getByRole('dialog', { name: text('agenda:filter_track') })
    await sheet.getByRole('checkbox', { name: /Energy storage/ }).click()
    await sheet.getByRole('button', { name: /^Show \d+/ }).click()
    await expect.element(sheet).not.toBeInTheDocument()
    await expect.element(session(storage)).toBeVisible()
    await expect.element(session(reliability)).not.toBeInTheDocument()
    expect(screen.address()).toContain('track=')
    await button(text('agenda:clear_filters')).click()
    await expect.element(session(reliability)).toBeVisible()
    expect(screen.address()).not.toContain('track=')
  })

  test('the sheet tells how many sessions remain at each touch, and takes all back', async () => {
    await openDay()
    await button(text('agenda:filter_room')).click()
    const sheet = page.getByRole('dialog', { name: text('agenda:filter_room') })
    const done = sheet.getByRole('button', { name: /^Show \d+/ })
    const all = done.element().textContent
    await sheet.getByRole('checkbox', { name: /Taihu Hall/ }).click()
    await expect.element(done).not.toMatchTextContent(all ?? '')
    await sheet.getByRole('button', { name: text('agenda:sheet_clear') }).click()
    await expect.element(done).toMatchTextContent(all ?? '')
    await expect.element(sheet.getByRole('button', { name: text('agenda:sheet_clear') })).toBeDisabled()
  })

  test('a filter that leaves nothing of a day says so, and leads out', async () => {
    await openScreen('/agenda?day=2023-09-05&view=list&track=III', { locale: 'en' })
    await expect.element(page.getByText(text('agenda:empty_filters'))).toBeVisible()
    await button(text('agenda:show_all')).click()
    await expect.poll(() => cards().length).toBeGreaterThan(0)
  })

  test('stars make my agenda', async () => {
    await openDay()
    await star(storage).click()
    await expect.element(star(storage)).toHaveAttribute('aria-pressed', 'true')
    await button(text('agenda:mine')).click()
    await expect.poll(() => cards().length).toBe(1)
    await expect.element(session(storage)).toBeVisible()
  })

  test('my agenda without stars says how to plan it', async () => {
    await openScreen(`${day}&mine=true`, { locale: 'en' })
    await expect.element(page.getByText(text('agenda:empty_mine'))).toBeVisible()
  })

  test('starred sessions at the same time are told of', async () => {
    await openDay()
    await star(storage).click()
    await star(reliability).click()
    await button(text('agenda:mine')).click()
    await expect.element(page.getByText(text('agenda:clashes', { count: 2 }))).toBeVisible()
  })
})

describe('search of the agenda', () => {
  test('begins in its field, and Escape leaves it', async () => {
    await openDay()
    await button(text('agenda:search')).click()
    await expect.element(page.getByRole('searchbox')).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('searchbox')).not.toBeInTheDocument()
    await expect.element(button(text('agenda:search'))).toHaveFocus()
  })

  test.each([
    ['STORAGE safety', storage],
    ['储能安全', storage],
    ['分论坛三', 'Opening talk: storage that is not only built but used'],
    ['III panel', storage],
  ])('finds %s', async (words, title) => {
    await openScreen(`/agenda?q=${encodeURIComponent(words)}`, { locale: 'en' })
    await expect.element(session(title)).toBeVisible()
    await expect.element(page.getByText(/^\d+ sessions? found$/)).toBeVisible()
  })

  test('what is typed finds sessions, marks the words, and comes into the address', async () => {
    const screen = await openDay()
    await button(text('agenda:search')).click()
    await page.getByRole('searchbox').fill('storage safety')
    await expect.element(page.getByText('storage', { exact: true }).first()).toBeVisible()
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
    await openScreen('/agenda?day=2023-09-06&view=list')
    const opener = page.getByRole('button', { name: text('agenda:filter_track') })
    await expect.element(opener).toBeVisible()
    opener.element().focus()
    await userEvent.keyboard('{Enter}')
    const sheet = page.getByRole('dialog', { name: text('agenda:filter_track') })
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
    const title = page.getByRole('link', { name: '圆桌对话：储能安全标准应由谁来买单' }).first()
    await expect.element(title).toBeVisible()
    title.element().focus()
    await userEvent.keyboard('{Tab}{ }')
    expect(document.activeElement).toHaveAttribute('aria-pressed', 'true')
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}{Enter}')
    await expect
      .element(page.getByRole('heading', { name: '圆桌对话：储能安全标准应由谁来买单', level: 1 }))
      .toBeVisible()
    expect(address()).toBe('/agenda/storage-panel')
  })
})

describe('states of the agenda', () => {
  test('while it loads its shape is there, and no word of a failure', async () => {
    await openScreen(day, { locale: 'en', network: 'pending' })
    await expect.element(page.getByRole('heading', { name: text('agenda:title'), level: 1 })).toBeVisible()
    expect(document.querySelectorAll('main [aria-hidden="true"] > div > span').length).toBeGreaterThan(3)
    await expect.element(page.getByText(text('common:loadFailure.title'))).not.toBeInTheDocument()
  })

  test('a forum without sessions says so', async () => {
    await openScreen(day, { locale: 'en', network: { [sessions]: 'empty' } })
    await expect.element(page.getByText(text('agenda:empty_all'))).toBeVisible()
  })

  test('a failure says so, and its button tries again', async () => {
    await openScreen(day, { locale: 'en', network: { [sessions]: { status: 500, key: 'server.error' } } })
    await expect.element(page.getByText(text('common:loadFailure.title'))).toBeVisible()
    setNetwork({})
    await button(text('common:retry')).click()
    await expect.element(session(storage)).toBeVisible()
  })

  test('never opened and without network it says that there is none', async () => {
    await openScreen(day, { locale: 'en', network: 'offline' })
    await expect.element(page.getByText(text('common:offline.title'))).toBeVisible()
    await expect.element(page.getByText(text('offline:strip.plain'), { exact: true })).toBeVisible()
  })

  test('without network it stays, and the strip says of when it is', async () => {
    const screen = await openDay({ now: '2023-09-06T02:07:00Z' })
    await screen.goOffline()
    await expect.element(page.getByText(text('offline:strip.asOf', { time: '10:07' }))).toBeVisible()
    await expect.element(session(storage)).toBeVisible()
  })

  test('a busy server leaves what was there, and the strip says of when it is', async () => {
    const screen = await openDay({ now: '2023-09-06T02:07:00Z' })
    await screen.settle()
    setNetwork({ status: 503, key: 'server.busy' })
    await screen.queryClient.refetchQueries({ type: 'active' })
    await expect.element(page.getByText(text('offline:strip.behind', { time: '10:07' }))).toBeVisible()
    await expect.element(session(storage)).toBeVisible()
  })
})

describe('one session', () => {
  test('has both titles, its time and place, its text, and what else is on', async () => {
    const screen = await openScreen('/agenda/storage-panel', { locale: 'en' })
    await expect.element(page.getByRole('heading', { name: storage, level: 1 })).toBeVisible()
    await screen.settle()
    const article = page.getByRole('article')
    await expect.element(article).toMatchTextContent('圆桌对话：储能安全标准应由谁来买单')
    await expect.element(article).toMatchTextContent(/Wednesday 6 September.*11:30–12:00/)
    await expect.element(article).toMatchTextContent('Taihu Hall')
    for (const key of ['about', 'speakers', 'same_time'])
      await expect.element(page.getByRole('heading', { name: text(`session-detail:${key}`) })).toBeVisible()
  })

  test('has the device’s own time beside that of the venue', async () => {
    await openScreen('/agenda/storage-panel', { locale: 'en', timeZone: 'America/New_York' })
    await expect
      .element(page.getByRole('article'))
      .toMatchTextContent(/5 Sept?,? 23:30 on your device’s clock/)
  })

  test('lists its published speech files with who spoke, kind and size', async () => {
    await openScreen('/agenda/power-grid-forming', { locale: 'en' })
    const file = page.getByRole('region', { name: text('session-detail:materials') }).getByRole('link')
    await expect.element(file).toMatchTextContent('Grid-forming converters: from idea to grid code')
    await expect
      .element(file)
      .toMatchTextContent(/Professor, Example University of Electric Power · PPTX · \d+ kB/)
  })

  test('without speech files has no heading for them', async () => {
    const screen = await openScreen('/agenda/storage-panel', { locale: 'en' })
    await expect.element(page.getByRole('heading', { name: text('session-detail:speakers') })).toBeVisible()
    await screen.settle()
    await expect
      .element(page.getByRole('region', { name: text('session-detail:materials') }))
      .not.toBeInTheDocument()
  })

  test('that does not exist says so and leads to the agenda', async () => {
    const screen = await openScreen('/agenda/no-such-session', { locale: 'en' })
    await expect.element(page.getByText(text('session-detail:not_found'))).toBeVisible()
    await page
      .getByRole('main')
      .getByRole('link', { name: text('session-detail:back') })
      .first()
      .click()
    await expect.element(page.getByRole('heading', { name: text('agenda:title'), level: 1 })).toBeVisible()
    expect(screen.address()).toMatch(/^\/agenda(\?|$)/)
  })
})
