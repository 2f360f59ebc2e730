import type { Page } from '@playwright/test'
import { addParticipant, ownRows } from '../support/people.ts'
import {
  dump,
  expect,
  openForm,
  posts,
  saved,
  sendTravel,
  sent,
  signInAgain,
  signInAs,
  test,
} from './outbox-phone.ts'

const signOutButton = (page: Page) => page.getByRole('button', { name: '退出登录' })
const home = /:\d+\/$/

test('signing out with something unsent asks; kept, it is unreadable, no next person’s, and goes out at the return', async ({
  page,
  network,
  forum,
  person,
}) => {
  await openForm(page, person)
  network.fail(posts, { kind: 'cut' })
  await sendTravel(page, 'not for others')
  await expect(saved(page)).toBeVisible()
  await page.goto('/user/center')
  await signOutButton(page).click()
  await page.getByRole('button', { name: '保留到我下次登录' }).click()
  await expect(page).toHaveURL(home)
  await expect.poll(() => dump(page)).toMatch(/"parked"/)
  for (const word of ['not for others', 'travel_infos', 'by_self', person.token, person.login])
    expect(await dump(page)).not.toContain(word)
  await expect(page.getByText('登录后发送 1 项已保存的内容')).toBeVisible()
  network.mend()
  const next = await addParticipant(forum)
  await signInAs(page, next)
  await page.goto('/user/outbox')
  await expect(page.getByText('没有待发送的内容')).toBeVisible()
  expect(network.heard().filter((call) => posts.test(call))).toEqual([])
  expect(await ownRows(forum, 'travel_infos', next)).toEqual([])
  const back = await signInAgain(forum, person)
  await signInAs(page, back)
  await page.goto('/user/outbox')
  await expect(sent(page)).toBeVisible()
  expect(await ownRows(forum, 'travel_infos', back)).toHaveLength(1)
})

test('deleted at the sign-out, nothing of the person is left on the device', async ({
  page,
  network,
  person,
  forum,
}) => {
  await openForm(page, person)
  network.fail(posts, { kind: 'cut' })
  await sendTravel(page, 'not for others')
  await expect(saved(page)).toBeVisible()
  await page.goto('/user/center')
  await signOutButton(page).click()
  await page.getByRole('button', { name: '删除并退出' }).click()
  await expect(page).toHaveURL(home)
  await expect.poll(() => dump(page)).not.toMatch(/"queue:|"key:|"draft:|"parked"/)
  network.mend()
  expect(await ownRows(forum, 'travel_infos', await signInAgain(forum, person))).toEqual([])
})

test('sent first, then signed out, when the person wants that', async ({ page, network, forum, person }) => {
  await openForm(page, person)
  network.fail(posts, { kind: 'cut' })
  await sendTravel(page, 'before leaving')
  await expect(saved(page)).toBeVisible()
  await page.goto('/user/center')
  await signOutButton(page).click()
  network.mend()
  await page.getByRole('button', { name: '立即发送并退出' }).click()
  await expect(page).toHaveURL(home)
  const back = await signInAgain(forum, person)
  expect(await ownRows(forum, 'travel_infos', back)).toHaveLength(1)
  await expect.poll(() => dump(page)).not.toMatch(/"queue:|"key:/)
})
