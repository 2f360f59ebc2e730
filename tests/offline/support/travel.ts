import type { Page } from '@playwright/test'
import { paths } from '../../../contract/api.ts'
import type { Fault, FaultServer } from '../../support/fault-server.ts'
import type { ForumProcess } from '../../support/forum-process.ts'
import { choiceOf, fieldOf } from '../../support/participant-forms.ts'
import { callForum, openAs, ownRows, type AnsweredRow } from '../../support/people.ts'
import { zh } from '../../support/texts.ts'
import { addPerson, type Person } from './people.ts'
import { expect, test as base } from './phone.ts'

interface Fixtures {
  person: Person
  rows: () => Promise<AnsweredRow[]>
  memos: () => Promise<unknown[]>
}

/** The tests of phones with somebody who sends travel information. */
export const test = base.extend<Fixtures>({
  person: async ({ forum }, use) => use(await addPerson(forum)),
  rows: async ({ forum, person }, use) => use(() => listTravel(forum, person)),
  memos: async ({ rows }, use) => use(async () => (await rows()).map(({ memo }) => memo)),
})

export { expect }

/** The travel rows of a person as the server has them, with all fields. */
export async function listTravel(
  forum: ForumProcess,
  { token }: Pick<Person, 'token'>,
): Promise<AnsweredRow[]> {
  const listed = await ownRows(forum, 'travel_infos', { token })
  return Promise.all(
    listed.map(({ id }) => callForum<AnsweredRow>(forum, paths.detail('travel_infos', id), { token })),
  )
}

/** Writes of travel rows. */
export const posts = /\/front\/(post|edit)\/travel_infos/

export const listPosts = (network: FaultServer) => network.heard().filter((call) => posts.test(call))

/** The memo of the travel form, by which a test knows what was sent. */
export const memoOf = (page: Page) => fieldOf(page, 'memo')

export const submit = (page: Page) => page.getByRole('button', { name: zh('travel-infos:send.first') })
export const submitChange = (page: Page) => page.getByRole('button', { name: zh('travel-infos:send.change') })
export const edit = (page: Page) => page.getByRole('button', { name: zh('travel-infos:edit'), exact: true })

/** Signs in and opens the travel form. */
export async function openForm(page: Page, person: Pick<Person, 'token'>): Promise<void> {
  await openAs(page, person)
  await page.goto('/user/travel')
  await expect(submit(page)).toBeVisible()
}

/** Fills in what must be given, with a memo, and sends it off. */
export async function sendTravel(page: Page, memo: string): Promise<void> {
  await choiceOf(page, 'by_self').check()
  for (const field of ['need_pickup_delivery', 'need_book_hotel'])
    await page.locator(`form input[name$="-${field}"][value="false"]`).check()
  await memoOf(page).fill(memo)
  await submit(page).click()
}

/** What the person reads after the device kept it. */
export const saved = (page: Page) => page.getByText(zh('outbox:saved'))

/** What the person reads after the server took it. */
export const sent = (page: Page) => page.getByText(zh.pattern('outbox:sent'))

/** Sends travel information off while its calls fail, until the person reads that the device kept it. */
export async function keepTravel(
  page: Page,
  { person, network }: { person: Pick<Person, 'token'>; network: FaultServer },
  memo: string,
  fault: Fault = { kind: 'cut' },
): Promise<void> {
  await openForm(page, person)
  network.fail(posts, fault)
  await sendTravel(page, memo)
  await expect(saved(page)).toBeInViewport()
}

/** Opens the outbox, as the app is opened anew: what can be sent goes out at the start. */
export const openOutbox = (page: Page) => page.goto('/user/outbox')
