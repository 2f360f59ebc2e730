import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { PersonName } from './support/forum-people.ts'
import { setNetwork } from './support/network.ts'
import { openPage } from './support/pages.ts'
import { button, main } from './support/roles.ts'
import { openScreen } from './support/screen.tsx'
import { text } from './support/texts.ts'

/** Screens of lists: who opens them, what they ask for, what of it is shown, and what an empty one says. */
const lists: readonly [
  path: string,
  as: 'visitor' | PersonName,
  call: string,
  shown: string | RegExp,
  empty?: string,
][] = [
  ['/', 'visitor', '/front/*', 'Forum closes'],
  [
    '/agenda?day=2023-09-06&view=list',
    'visitor',
    '/front/query/sessions/all',
    'storage safety',
    'agenda:empty_all',
  ],
  ['/news', 'visitor', '/front/query/informations/all', 'Forum closes', 'news:empty.title'],
  ['/download', 'visitor', '/front/query/documents/all', 'Forum handbook', 'downloads:empty.title'],
  ['/live', 'visitor', '/front/query/live_streams/all', 'example.org', 'live:empty.title'],
  ['/show', 'visitor', '/front/query/exhibitors/all', 'Compressed-air Storage', 'show:empty.title'],
  ['/suzhou', 'visitor', '/front/query/pages/all', 'Hotels', 'pages:empty.title'],
  ['/qa', 'visitor', '/front/query/qa/all', 'photo', 'qa:empty.title'],
  ['/search?q=hydrogen', 'visitor', '/front/search', /hydrogen/i],
  ['/user/center', 'submitted', '/front/query/registrations/all', 'Submitted'],
  ['/user/sign-ins', 'applicant', '/front/user/sign-ins', 'Chrome · Android'],
  ['/user/travel', 'participant', '/front/query/travel_infos/all', 'MU5101'],
  [
    '/user/side-meetings',
    'participant',
    '/front/query/side_meetings/all',
    'Round table on the costs of storage',
    'side-meetings:empty.title',
  ],
  ['/user/materials', 'participant', '/front/query/speech_materials/all', 'PDF, PPTX'],
  [
    '/user/notes',
    'participant',
    '/front/query/notes/all',
    'Ask about the costs of storage',
    'notes:empty.title',
  ],
]

test.for(['/', '/news', '/download', '/live', '/show', '/suzhou', '/qa'])(
  '%s says that its list is on its way',
  async (path) => {
    await openScreen(path, { network: { '/front/query/*': 'pending' } })
    await expect.element(page.getByRole('status', { name: text('common:loading') }).first()).toBeVisible()
  },
)

test.for(lists)(
  '%s waits without a word, is asked for again, stays without network, and may be empty',
  async ([path, as, call, shown, empty]) => {
    const options = { as, locale: 'en' } as const
    await openPage(path, { ...options, network: { [call]: 'pending' } })
    for (const words of [shown, ...(empty === undefined ? [] : [text(empty)])])
      await expect.element(main()).not.toMatchTextContent(words)
    expect(document.querySelectorAll('main [role=alert], main form')).toHaveLength(0)
    const screen = await openPage(path, {
      ...options,
      network: { [call]: { status: 503, key: 'server.unavailable' } },
    })
    await expect.element(button(text('common:retry'))).toBeVisible()
    await expect.element(main()).not.toMatchTextContent(shown)
    setNetwork({})
    await button(text('common:retry')).click()
    await expect.element(main()).toMatchTextContent(shown)
    await screen.goOffline()
    await expect.element(main()).toMatchTextContent(shown)
    if (empty === undefined) return
    await openScreen(path, { ...options, network: { [call]: 'empty' } })
    await expect.element(page.getByText(text(empty))).toBeVisible()
  },
)
