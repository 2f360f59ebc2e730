import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { favourites } from '#features/programme/favourites'
import { subForums, type ForumSetting } from '../../contract/forum.ts'
import type { RoomRow, SessionRow } from '../../src/features/programme/sessions/programme.ts'
import type { Replies } from './support/network.ts'
import { getSample, listOf } from './support/pages.ts'
import { paper, print } from './support/paper.ts'
import { button, heading, link, listTexts, main } from './support/roles.ts'
import { openScreen, type OpenedScreen, type ScreenOptions } from './support/screen.tsx'
import { text } from './support/texts.ts'

const both = (zh: string, en = zh) => ({ 'zh-CN': zh, en })

/** Gets a session of the sample as the server lists it. */
async function getSession(): Promise<SessionRow> {
  const { items } = await getSample<{ items: SessionRow[] }>('/front/query/sessions/all?size=0')
  const found = items.find(({ id }) => id === 'storage-panel')
  if (!found) throw new Error('the sample has no such session')
  return { ...found, subtitle: null, speakers: [] }
}

/** The day of {@link createParallelDay}: the one after the sample's. */
const parallelDay = '2023-09-08'

/** Replies with a day of all eleven sub-forums at the same time, each in a room with a long name, three times over. */
async function createParallelDay(): Promise<Replies> {
  const session = await getSession()
  const rooms: RoomRow[] = subForums.map(({ number }) => ({
    id: `parallel-${number}`,
    position: 100 + number,
    floor: null,
    name: both(
      `国际博览中心第${number}会议厅（主楼西侧）`,
      `Conference room ${number}, west wing of the main building`,
    ),
  }))
  const sessions = ['01:00', '02:30', '06:00'].flatMap((start) =>
    subForums.map(({ number, name }): SessionRow => ({
      ...session,
      id: `parallel-${number}-${start.replace(':', '')}`,
      title: both(
        `${name['zh-CN']}：从示范项目走向规模化应用的路径、成本与国际合作经验`,
        `${name.en}: from pilot projects to use at scale, paths, costs and what international cooperation taught`,
      ),
      starts_at: `${parallelDay}T${start}:00Z`,
      ends_at: new Date(Date.parse(`${parallelDay}T${start}:00Z`) + 3_600_000).toISOString(),
      track: `t-${number}`,
      room: `parallel-${number}`,
    })),
  )
  return { '/front/query/sessions/all': listOf(sessions), '/front/query/rooms/all': listOf(rooms) }
}

/**
 * Replies with a forum in Shanghai over the three days around a date. On the day in the middle a session runs over each
 * moment at which clocks in New York or Los Angeles change, and one until midnight.
 */
async function createClockChange(date: string): Promise<Replies> {
  const [session, forum] = await Promise.all([getSession(), getSample<ForumSetting>('/front/settings/forum')])
  const [before = '', after = ''] = [-1, 1].map((days) =>
    new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10),
  )
  const createSession = (title: string, day: string, start: string, minutes: number): SessionRow => {
    const begin = new Date(`${day}T${start}:00+08:00`)
    const ends_at = new Date(begin.getTime() + minutes * 60_000).toISOString()
    const times = { starts_at: begin.toISOString(), ends_at }
    return { ...session, ...times, id: title.replaceAll(' ', '-'), title: both(title) }
  }
  const sessions = [
    createSession('the day before', before, '10:00', 60),
    createSession('over the east', date, '13:30', 120),
    createSession('over the west', date, '16:30', 120),
    createSession('until midnight', date, '23:00', 59),
    createSession('the day after', after, '00:10', 60),
  ]
  return {
    '/front/settings/forum': { data: { ...forum, startsOn: before, endsOn: after } },
    '/front/query/sessions/all': listOf(sessions),
    '/front/query/sessions/*': ({ path }) => ({ data: sessions.find(({ id }) => path.endsWith(`/${id}`)) }),
  }
}

const grid = () => page.getByRole('region', { name: new RegExp(`^${text('agenda:timetable', { day: '' })}`) })

const isCut = (each: Element) =>
  each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1
const chosenDay = () => document.querySelector('[aria-current=date]')?.textContent

async function openDay(view: 'list' | 'grid', device: ScreenOptions = {}): Promise<OpenedScreen> {
  const network = await createParallelDay()
  const screen = await openScreen(`/agenda?day=${parallelDay}&view=${view}`, {
    locale: 'en',
    network,
    ...device,
  })
  await expect.poll(() => document.querySelector('a[href="/agenda/parallel-11-0600"]')).not.toBeNull()
  return screen
}
const tabs = (inside: Element) => [...inside.querySelectorAll<HTMLElement>('[title]')]
const numeralOf = (tab: Element) => tab.firstChild?.textContent

const numerals = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI']

describe('a day of eleven sub-forums at the same time', () => {
  test('is a list in the order of their numbers, as is the sheet, each with its numeral and colour [T35]', async () => {
    await openDay('list')
    const group = page.getByRole('listitem').filter({ has: heading('09:00') })
    await expect.poll(() => tabs(group.element()).map(numeralOf)).toEqual(numerals)
    expect(document.documentElement.scrollWidth).toBe(document.documentElement.clientWidth)
    await button(text('agenda:filter_track')).click()
    const found = page.getByRole('dialog')
    await expect.element(found).toBeVisible()
    expect(tabs(found.element()).map(numeralOf)).toEqual(numerals)
    const colours = tabs(found.element()).map((tab) => getComputedStyle(tab).backgroundColor)
    expect(new Set(colours).size).toBe(numerals.length)
  })

  test('has a timetable that keeps times and room names in sight, no room’s name cut off [T35]', async () => {
    await openDay('grid')
    const rooms = grid().getByRole('heading', { level: 3 })
    await expect.element(rooms).toHaveLength(numerals.length)
    expect(rooms.elements().filter(isCut)).toEqual([])
    const frame = grid().element()
    frame.scrollTo(900, 300)
    const { left, top } = frame.getBoundingClientRect()
    const hour = grid().getByText('10:00', { exact: true }).element().getBoundingClientRect()
    // The times stay at the left edge, the names at the upper one.
    expect(hour.left - left).toBeLessThan(56)
    expect(Math.abs(rooms.last().element().getBoundingClientRect().top - top)).toBeLessThanOrEqual(2)
    expect(document.documentElement.scrollWidth).toBe(document.documentElement.clientWidth)
  })

  test('has its day in sight on a narrow phone, with more days than fit', async () => {
    await openDay('list', { width: 320, height: 640 })
    await expect.element(page.getByRole('link', { name: 'Fri 8' })).toBeInViewport({ ratio: 0.99 })
    expect(scrollY).toBe(0)
  })
})

// Clocks go back an hour on the first day, and forward on the second, in both zones.
test.each([
  ['2023-11-05', '2023-11-06', 'America/New_York'],
  ['2024-03-10', '2024-03-11', 'America/Los_Angeles'],
])(
  'on %s, when clocks elsewhere change, times are the forum’s and say so [3, 304, T45]',
  async (changeDay, nextDay, timeZone) => {
    const day = Number(changeDay.slice(-2))
    const network = await createClockChange(changeDay)
    const open = (path: string, time: string, date = changeDay) =>
      openScreen(path, { locale: 'en', timeZone, now: `${date}T${time}:00+08:00`, network })
    const { go } = await open('/agenda?view=list', '14:10')
    await expect.element(page.getByText(text('agenda:venue_time', { offset: 'GMT+8' }))).toBeVisible()
    expect(chosenDay()).toContain(String(day))
    for (const time of ['13:30', '16:30', '23:00']) await expect.element(heading(time)).toBeVisible()
    await expect.element(main()).toMatchTextContent(/Now 14:1\d/)
    await link('over the east').click()
    await expect.element(page.getByRole('article')).toMatchTextContent('13:30–15:30')
    await expect.element(page.getByRole('article')).toMatchTextContent(/on your device’s clock/)
    await go('/agenda/over-the-west')
    await expect.element(page.getByRole('article')).toMatchTextContent('16:30–18:30')
    await go('/')
    await expect.element(heading(text('home:during.now'))).toBeVisible()
    await expect.element(main().getByRole('link', { name: /over the east/ })).toBeVisible()
    await expect.element(heading(text('home:during.nextAt', { time: '16:30' }))).toBeVisible()
    await open('/agenda?view=list', '23:30')
    await expect.element(main()).toMatchTextContent(/Now 23:3\d/)
    const days = page.getByRole('navigation', { name: text('agenda:days') }).getByRole('link')
    expect(listTexts(days).map((each) => Number(each.split(' ')[1]))).toEqual([day - 1, day, day + 1])
    expect(chosenDay()).toContain(String(day))
    await open('/agenda?view=list', '00:10', nextDay)
    await expect.element(heading('00:10')).toBeVisible()
    expect(chosenDay()).toContain(String(day + 1))
  },
)

function expectPlain(): void {
  for (const role of ['navigation', 'button', 'banner', 'searchbox'])
    for (const element of page.getByRole(role).elements()) expect(element).not.toBeVisible()
  expect(document.body).toHaveStyle({ backgroundColor: 'rgb(255, 255, 255)', color: 'rgb(0, 0, 0)' })
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(paper.width)
}

/** Opens a day and prints it once all of it is drawn, which takes idle moments. */
async function printDay(view: 'list' | 'grid'): Promise<void> {
  await openScreen(`/agenda?day=2023-09-06&view=${view}`, { locale: 'en' })
  await expect.poll(() => document.querySelector('a[href^="/agenda/industry"]')).not.toBeNull()
  await print()
  expectPlain()
}

describe('on paper', () => {
  test('a day is a list of times, titles, rooms and numerals, black on white [5]', async () => {
    await printDay('list')
    await expect.element(heading('Wednesday 6 September')).toBeVisible()
    const line = page.getByRole('listitem').filter({ hasText: 'who pays for storage safety' }).last()
    await expect.element(line).toMatchTextContent(/11:30–12:00.*Taihu Hall/)
    await expect.element(line).toMatchTextContent('III')
  })

  test('a timetable goes room after room, nothing cut off [5]', async () => {
    await printDay('grid')
    const blocks = [...document.querySelectorAll('main section section li')]
    expect(blocks.length).toBeGreaterThan(20)
    expect(blocks.filter((block) => block.scrollHeight > block.clientHeight + 1)).toEqual([])
    const places = blocks.map((block) => block.getBoundingClientRect())
    for (const [index, { top }] of places.entries())
      expect(top).toBeGreaterThanOrEqual((places[index - 1]?.bottom ?? 0) - 1)
  })

  test('my agenda has all of its days [5]', async () => {
    await favourites.add(['opening-ceremony', 'storage-panel', 'closing-ceremony'])
    await openScreen('/agenda?mine=true&view=list', { locale: 'en' })
    await expect.element(button(text('my-agenda:calendar.add'))).toBeEnabled()
    await print()
    expectPlain()
    await expect.element(page.getByRole('table')).toHaveLength(3)
    await expect
      .element(page.getByRole('row').filter({ hasText: 'who pays for storage safety' }))
      .toMatchTextContent(/11:30–12:00.*III.*Taihu Hall/)
  })
})

describe('a session in several rooms', () => {
  const places = [
    ['the list', '/agenda?day=2023-09-06&view=list'],
    ['a search', '/agenda?q=safety'],
    ['my agenda', '/agenda?mine=true&view=list'],
    ['a session at the same time', '/agenda/storage-parallel'],
    ['its own page', '/agenda/storage-panel'],
    ['home', '/'],
  ]

  test.each(places)('names all of them in %s', async (_place, address) => {
    const session = { ...(await getSession()), room: 'r-taihu', other_rooms: ['r-main', 'r-jinji'] }
    const other = {
      ...session,
      id: 'storage-parallel',
      title: both('Elsewhere'),
      room: null,
      other_rooms: [],
    }
    await favourites.add(['storage-panel'])
    await openScreen(address, {
      locale: 'en',
      now: '2023-09-06T03:40:00Z',
      network: {
        '/front/query/sessions/all': listOf([session, other]),
        '/front/query/sessions/*': ({ path }) => ({
          data: path.endsWith('parallel') ? other : session,
        }),
      },
    })
    await expect.element(main()).toMatchTextContent(/Taihu Hall.*Main Hall, Jinji Lake Hall/)
  })
})
