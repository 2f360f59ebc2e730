import { expect, test } from 'vitest'
import { setNetwork } from './support/network.ts'
import { openPage } from './support/pages.ts'
import { button, main } from './support/roles.ts'
import { text } from './support/texts.ts'

/** Pages of a person's own: who opens them, what they ask for, and what of it is shown. */
const pages = [
  ['/user/center', 'submitted', '/front/query/registrations/all', 'Submitted'],
  ['/user/sign-ins', 'applicant', '/front/user/sign-ins', 'Chrome · Android'],
  ['/user/travel', 'participant', '/front/query/travel_infos/all', 'MU5101'],
  [
    '/user/side-meetings',
    'participant',
    '/front/query/side_meetings/all',
    'Round table on the costs of storage',
  ],
  ['/user/materials', 'participant', '/front/query/speech_materials/all', 'PDF, PPTX'],
  ['/user/notes', 'participant', '/front/query/notes/all', 'Ask about the costs of storage'],
] as const

test.for(pages)(
  '%s is asked for again when it could not be fetched, and stays to be read without network',
  async ([path, as, call, shown]) => {
    const screen = await openPage(path, {
      as,
      locale: 'en',
      network: { [call]: { status: 503, key: 'server.unavailable' } },
    })
    await expect.element(button(text('common:retry'))).toBeVisible()
    await expect.element(main()).not.toMatchTextContent(shown)
    setNetwork({})
    await button(text('common:retry')).click()
    await expect.element(main()).toMatchTextContent(shown)
    await screen.goOffline()
    await expect.element(main()).toMatchTextContent(shown)
  },
)

test.for(pages)(
  '%s waits for its answer without saying that there is nothing',
  async ([path, as, call, shown]) => {
    await openPage(path, { as, locale: 'en', network: { [call]: 'pending' } })
    await expect.element(main()).not.toMatchTextContent(shown)
    expect(document.querySelectorAll('main [role=alert], main form')).toHaveLength(0)
  },
)
