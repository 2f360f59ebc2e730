import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { setNetwork } from './support/network.ts'
import { button, heading, link, main, region } from './support/roles.ts'
import { openScreen } from './support/screen.tsx'
import { text } from './support/texts.ts'

const lists = ['news', 'hotDocuments', 'documents', 'qa'] as const
const listOf = (name: (typeof lists)[number]) => region(text(`home:${name}`))

const forum = {
  'zh-CN': { name: '国际能源转型论坛', days: '2023年9月5日–7日', city: '苏州', organiser: '论坛组织委员会' },
  en: {
    name: 'International Energy Transition Forum',
    days: '5–7 September 2023',
    city: 'Suzhou',
    organiser: 'Organising Committee of the Forum',
  },
} as const

test.each([
  ['zh-CN', 'en'],
  ['en', 'zh-CN'],
] as const)(
  'in %s, home has the forum, its lists and its partners [3, 16, 18, 19, 21, 22]',
  async (locale, other) => {
    await openScreen('/', { locale })
    const { name, days, city, organiser } = forum[locale]
    await expect.element(heading(name, 1)).toHaveAttribute('lang', locale)
    for (const words of [forum[other].name, days, city])
      await expect.element(main()).toMatchTextContent(words)
    for (const list of lists) await expect.element(listOf(list).getByRole('listitem')).toHaveLength(5)
    const partners = region(text('home:partners'))
    await expect.element(partners.getByRole('heading', { level: 3 })).toHaveLength(4)
    await expect.element(partners).toMatchTextContent(organiser)
  },
)

test('hot documents stay in the list of all documents [17, 201]', async () => {
  await openScreen('/')
  for (const list of ['hotDocuments', 'documents'] as const)
    await expect.element(listOf(list)).toMatchTextContent('能源转型白皮书（摘要）')
})

test('every list leads to all of it [19]', async () => {
  await openScreen('/')
  await expect.element(link(text('home:allQa', { count: 32 }))).toHaveAttribute('href', '/qa')
  await expect.element(link(text('home:allNews'))).toHaveAttribute('href', '/news')
  await expect.element(link(text('home:allDocuments'))).toHaveLength(2)
  for (const all of link(text('home:allDocuments')).elements())
    expect(all).toHaveAttribute('href', '/download')
})

test('on their way, the lists keep their places', async () => {
  await openScreen('/', { network: 'pending' })
  await expect.element(heading(forum['zh-CN'].name, 1)).toBeVisible()
  for (const list of lists)
    await expect.element(listOf(list).getByRole('status', { name: text('common:loading') })).toBeVisible()
})

test('a forum that has published nothing yet says so in each list', async () => {
  await openScreen('/', { network: { '/front/query/*': 'empty' } })
  await expect.element(listOf('news')).toMatchTextContent(text('home:noNews'))
  await expect.element(listOf('hotDocuments')).toMatchTextContent(text('home:noDocuments'))
  await expect.element(listOf('documents')).toMatchTextContent(text('home:noDocuments'))
  await expect.element(listOf('qa')).toMatchTextContent(text('home:noQa'))
  await expect.element(region(text('home:partners'))).not.toBeInTheDocument()
})

test('lists that cannot be loaded come at the next try', async () => {
  await openScreen('/', { network: { status: 503, key: 'server.busy' } })
  await expect.element(page.getByRole('alert')).toMatchTextContent(text('common:loadFailure.title'))
  setNetwork({})
  await button(text('common:retry')).click()
  await expect.element(listOf('news').getByRole('listitem')).toHaveLength(5)
})

test('without network a first visit says so, and a later one shows what it has and how old it is', async () => {
  const { goOffline } = await openScreen('/')
  await goOffline()
  await expect
    .element(page.getByText(new RegExp(text('offline:strip.asOf', { time: String.raw`\d\d:\d\d` }))))
    .toBeVisible()
  await expect.element(listOf('news').getByRole('listitem')).toHaveLength(5)
  await openScreen('/', { network: 'offline' })
  await expect.element(heading(text('common:offline.title'))).toBeVisible()
})

describe('by the forum’s clock', () => {
  test.each([
    [
      '2023-08-06T02:00:00Z',
      () => ['30', text('home:before.days', { count: 30 })],
      'before.register',
      '/register',
    ],
    [
      '2023-09-04T14:10:00Z',
      () => [
        '11',
        text('home:before.hours', { count: 11 }),
        '20',
        text('home:before.minutes', { count: 20 }),
      ],
      'before.register',
      '/register',
    ],
    [
      '2023-09-07T02:10:00Z',
      () => [text('home:during.day', { day: 3, days: 3 })],
      'during.action',
      '/agenda',
    ],
    ['2023-09-07T16:00:30Z', () => [text('home:after.title')], 'after.action', '/download'],
  ] as const)(
    'at %s home says how long until the forum, that it is on or that it is over',
    async (now, says, action, to) => {
      await openScreen('/', { now })
      const moment = region(text('home:moment'))
      for (const words of says()) await expect.element(moment).toMatchTextContent(words)
      await expect
        .element(moment.getByRole('link', { name: text(`home:${action}`) }))
        .toHaveAttribute('href', to)
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
  })

  test('after the last session of a day home names the next day', async () => {
    await openScreen('/', { now: '2023-09-06T14:00:00Z', locale: 'en' })
    await expect.element(main()).toMatchTextContent(text('home:during.nothingNow'))
    await expect.element(main()).toMatchTextContent(text('home:during.nextAt', { time: '7 Sep, 08:10' }))
  })
})

test('registration is explained before its form: steps, what to have ready, and both ways in', async () => {
  const { address } = await openScreen('/register')
  await expect.element(heading(text('home:before.register'), 1)).toBeVisible()
  await expect.element(region(text('register:steps.title')).getByRole('listitem')).toHaveLength(4)
  for (const ready of ['mobile', 'id', 'photo'])
    await expect
      .element(region(text('register:ready.title')))
      .toMatchTextContent(text(`register:ready.${ready}.title`))
  for (const path of ['participants', 'staff'])
    await expect
      .element(region(text('register:paths.title')))
      .toMatchTextContent(text(`register:paths.${path}.title`))
  await link(text('register:open.start')).click()
  await expect.element(heading(text('register:steps.mobile.heading'), 1)).toBeVisible()
  expect(address()).toBe('/register?step=mobile')
})
