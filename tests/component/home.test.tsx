import { expect, test, vi } from 'vitest'
import { setNetwork } from './support/network.ts'
import { listOf as listReply } from './support/pages.ts'
import { button, heading, link, listAddresses, main, region } from './support/roles.ts'
import { favourites } from '#features/programme/favourites'
// Here at once, as on a device that has it: what was seen is noted before the session moves.
import '../../src/features/programme/session-updates/SessionUpdatesBanner.tsx'
import { seenStore } from '../../src/features/programme/session-updates/seen-store.ts'
import { openScreen } from './support/screen.tsx'
import { text } from './support/texts.ts'

const lists = ['news', 'hotDocuments', 'documents', 'qa'] as const
const listOf = (name: (typeof lists)[number]) => region(text(`home:${name}`))

const forum = {
  'zh-CN': {
    name: '国际能源转型论坛',
    days: '2023年9月5日–7日',
    city: '苏州',
    organiser: '论坛组织委员会',
    paper: '能源转型白皮书（摘要）',
  },
  en: {
    name: 'International Energy Transition Forum',
    days: '5–7 September 2023',
    city: 'Suzhou',
    organiser: 'Organising Committee of the Forum',
    paper: 'Energy transition white paper: summary',
  },
} as const

test.each([
  ['zh-CN', 'en'],
  ['en', 'zh-CN'],
] as const)(
  'in %s, home has the forum, its lists with ways to all of each, and its partners [3, 16-19, 21, 22, 201]',
  async (locale, other) => {
    await openScreen('/', { locale })
    const { name, days, city, organiser, paper } = forum[locale]
    await expect.element(heading(name, 1)).toHaveAttribute('lang', locale)
    for (const words of [forum[other].name, days, city])
      await expect.element(main()).toMatchTextContent(words)
    for (const list of lists) await expect.element(listOf(list).getByRole('listitem')).toHaveLength(5)
    for (const list of ['hotDocuments', 'documents'] as const)
      await expect.element(listOf(list)).toMatchTextContent(paper)
    await expect.element(link(text('home:allQa', { count: 32 }))).toHaveAttribute('href', '/qa')
    await expect.element(link(text('home:allNews'))).toHaveAttribute('href', '/news')
    expect(listAddresses(link(text('home:allDocuments')))).toEqual(['/download', '/download'])
    const partners = region(text('home:partners'))
    await expect.element(partners.getByRole('heading', { level: 3 })).toHaveLength(4)
    await expect.element(partners).toMatchTextContent(organiser)
  },
)

test('a forum that has published nothing yet says so in each list', async () => {
  await openScreen('/', { network: { '/front/query/*': 'empty' } })
  await expect.element(listOf('news')).toMatchTextContent(text('home:noNews'))
  await expect.element(listOf('hotDocuments')).toMatchTextContent(text('home:noDocuments'))
  await expect.element(listOf('documents')).toMatchTextContent(text('home:noDocuments'))
  await expect.element(listOf('qa')).toMatchTextContent(text('home:noQa'))
  await expect.element(region(text('home:partners'))).not.toBeInTheDocument()
})

test.each([
  ['2023-08-06T02:00:00Z', ['before.days', { count: 30 }], 'before.register', '/register'],
  ['2023-09-04T14:10:00Z', ['before.hours', { count: 11 }], 'before.register', '/register'],
  ['2023-09-07T02:10:00Z', ['during.day', { day: 3, days: 3 }], 'during.action', '/agenda'],
  ['2023-09-07T16:00:30Z', ['after.title'], 'after.action', '/download'],
] as const)(
  'at %s home says how long until the forum, that it is on or that it is over',
  async (now, [says, values], action, to) => {
    await openScreen('/', { now })
    const moment = region(text('home:moment'))
    await expect.element(moment).toMatchTextContent(text(`home:${says}`, values))
    const way = moment.getByRole('link', { name: text(`home:${action}`) })
    await expect.element(way).toHaveAttribute('href', to)
    await expect.element(region(text('home:during.title'))).toHaveLength(action === 'during.action' ? 1 : 0)
  },
)

test('during the forum home shows what is on and what comes next, with times and rooms', async () => {
  await openScreen('/', { now: '2023-09-06T02:10:00Z', locale: 'en' })
  const now = region(text('home:during.title'))
  await expect.element(now.getByRole('heading', { name: text('home:during.now') })).toBeVisible()
  await expect
    .element(now.getByRole('heading', { name: text('home:during.nextAt', { time: '10:20' }) }))
    .toBeVisible()
  const session = now.getByRole('link', { name: /Detecting battery fires/ })
  await expect.element(session).toMatchTextContent(/III.*09:50–10:20.*Taihu Hall/)
  await openScreen('/', { now: '2023-09-06T14:00:00Z', locale: 'en' })
  await expect.element(main()).toMatchTextContent(text('home:during.nothingNow'))
  await expect.element(main()).toMatchTextContent(text('home:during.nextAt', { time: '7 Sep, 08:10' }))
})

/** On at ten past ten of the second day, in a room of its own. */
const sessionIn = (id: string) => ({
  id,
  version: 1,
  type: 'talk',
  state: 'confirmed',
  title: { 'zh-CN': id, en: `Session ${id}` },
  starts_at: '2023-09-06T02:00:00Z',
  ends_at: '2023-09-06T03:00:00Z',
  room: id,
  speakers: [],
})

test('what is on now starts at its first session, also when rooms come late and when sessions end or come', async () => {
  const rooms = ['d', 'c', 'b', 'a'].map((id, position) => ({
    id,
    version: 1,
    position,
    name: { 'zh-CN': id, en: `Room ${id}` },
  }))
  const network = (ids: string) => ({
    '/front/query/sessions/all': listReply(Array.from(ids, sessionIn)),
    '/front/query/rooms/all': listReply(rooms),
  })
  const now = '2023-09-06T02:10:00Z'
  const { queryClient } = await openScreen('/', {
    now,
    locale: 'en',
    network: { ...network('abcd'), '/front/query/rooms/all': 'empty' },
  })
  const strip = region(text('home:during.title')).getByRole('list').first()
  await expect.element(strip).toBeVisible()
  const first = () => {
    const start = strip.element().getBoundingClientRect().left
    const links = [...strip.element().querySelectorAll('a')]
    return links.find((each) => each.getBoundingClientRect().left >= start)?.textContent
  }
  await expect.poll(first).toMatch('Session a')
  setNetwork(network('abcd'))
  await queryClient.refetchQueries()
  await expect.poll(first).toMatch('Session d')
  setNetwork(network('abc'))
  await queryClient.refetchQueries()
  await expect.poll(first).toMatch('Session c')
})

test('a starred session that is moved while home stays open is told there, without a touch', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    await favourites.add(['storage-panel'])
    const { queryClient, settle } = await openScreen('/', { now: '2023-09-06T02:10:00Z', locale: 'en' })
    await settle()
    const told = button(text('my-agenda:changes.count', { count: 1 }))
    expect(told.elements()).toEqual([])
    await expect.poll(() => Object.keys(seenStore.read())).toEqual(['storage-panel'])
    const rows = queryClient.getQueryData<{ id: string; version: number }[]>(['sessions']) ?? []
    const moved = rows.map((row) =>
      row.id === 'storage-panel'
        ? { ...row, version: row.version + 1, ends_at: '2023-09-06T09:55:00Z' }
        : row,
    )
    setNetwork({ '/front/query/sessions/all': listReply(moved) })
    vi.advanceTimersByTime(60_000)
    await expect.element(told).toBeVisible()
  } finally {
    vi.useRealTimers()
  }
})
