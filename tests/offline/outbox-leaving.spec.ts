import type { Page } from '@playwright/test'
import { openAs, openSignIn, ownRows } from '../support/people.ts'
import { zh } from '../support/texts.ts'
import { addPerson } from './support/people.ts'
import { dump, findTraces } from './support/stored.ts'
import { expect, keepTravel, listPosts, listTravel, openOutbox, sent, test } from './support/travel.ts'

const home = /^http:\/\/[^/]+\/$/

const signOut = (page: Page) => page.getByRole('button', { name: zh('accounts:center.signOut') })
const choose = (page: Page, choice: 'send' | 'keep' | 'delete') =>
  page.getByRole('button', { name: zh(`outbox:leave.${choice}`) })
const signInToSend = (page: Page) => page.getByText(zh('outbox:signInToSend', { count: 1 }))

async function askToLeave(page: Page): Promise<void> {
  await page.goto('/user/center')
  await signOut(page).click()
}

test('signing out with something unsent asks; kept, it is unreadable and nobody else’s, and goes out at the return; deleted, nothing of it is left [T9]', async ({
  page,
  context,
  network,
  forum,
  person,
}) => {
  await keepTravel(page, { person, network }, 'not for others')
  await askToLeave(page)
  await choose(page, 'keep').click()
  await expect(page).toHaveURL(home)
  await expect.poll(() => dump(context)).toContain('parked')
  const words = ['not for others', 'travel_infos', 'by_self', person.token, person.login]
  expect(await findTraces(context, words)).toEqual([])
  await expect(signInToSend(page)).toBeVisible()
  network.mend()

  const next = await addPerson(forum)
  await openAs(page, next)
  await openOutbox(page)
  await expect(page.getByText(zh('outbox:emptyTitle'))).toBeVisible()
  expect(listPosts(network)).toEqual([])
  expect(await ownRows(forum, 'travel_infos', next)).toEqual([])
  await keepTravel(page, { person: next, network }, 'never mind')
  await askToLeave(page)
  await choose(page, 'delete').click()
  await expect(page).toHaveURL(home)
  const left = ['draft:', 'never mind', next.token, next.login]
  await expect.poll(() => findTraces(context, left)).toEqual([])
  network.mend()

  const back = { ...person, token: await openSignIn(forum, person) }
  await openAs(page, back)
  await openOutbox(page)
  await expect(sent(page)).toBeVisible()
  expect((await listTravel(forum, back)).map(({ memo }) => memo)).toEqual(['not for others'])
  expect(await ownRows(forum, 'travel_infos', { token: await openSignIn(forum, next) })).toEqual([])
})
