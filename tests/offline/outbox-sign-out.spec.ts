import { full } from '../support/marks.ts'
import type { Page } from '@playwright/test'
import { ownRows } from '../support/people.ts'
import { dump, expect, keepTravel, posts, sent, signInAgain, signInAs, test } from './outbox-phone.ts'

const signOutButton = (page: Page) => page.getByRole('button', { name: '退出登录' })
const home = /:\d+\/$/

test(
  'sent first, then signed out, when the person wants that',
  full('leaving.test.ts and user-center.test.tsx prove it'),
  async ({ page, network, forum, person }) => {
    await keepTravel(page, { person, network }, 'before leaving')
    await page.goto('/user/center')
    await signOutButton(page).click()
    network.mend()
    await page.getByRole('button', { name: '立即发送并退出' }).click()
    await expect(page).toHaveURL(home)
    const back = await signInAgain(forum, person)
    expect(await ownRows(forum, 'travel_infos', back)).toHaveLength(1)
    await expect.poll(() => dump(page)).not.toMatch(/"queue:|"key:/)
  },
)

test(
  'who closes the question while it still sends stays signed in [T9]',
  full('leaving.test.ts and user-center.test.tsx prove it'),
  async ({ page, network, person }) => {
    await keepTravel(page, { person, network }, 'I stay')
    await page.goto('/user/center')
    await signOutButton(page).click()
    network.mend()
    network.fail(posts, { kind: 'slow', ms: 1500 })
    await page.getByRole('button', { name: '立即发送并退出' }).click()
    await expect(page.getByRole('button', { name: '删除并退出' })).toBeDisabled()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.getByRole('link', { name: /发件箱/ }).click()
    await expect(sent(page)).toBeVisible()
    await page.goto('/user/center')
    await expect(signOutButton(page)).toBeVisible()
  },
)

test(
  'a device that does not say what waits loses nothing at a sign-out [300]',
  full('leaving.test.ts and user-center.test.tsx prove it'),
  async ({ page, network, forum, person }) => {
    await keepTravel(page, { person, network }, 'not asked')
    await page.goto('/user/center')
    await expect(page.getByText('1 项待发送')).toBeVisible()
    // The phone does not say what waits; taking it away would work.
    await page.evaluate(() => {
      const places = IDBObjectStore.prototype
      const get = Object.getOwnPropertyDescriptor(places, 'get')?.value as typeof places.get
      places.get = function (key) {
        if (typeof key === 'string' && key.startsWith('queue:'))
          throw new DOMException('not now', 'UnknownError')
        return get.call(this, key)
      }
    })
    await signOutButton(page).click()
    await expect(page).toHaveURL(home)
    network.mend()
    await page.reload()
    await expect(page.getByText('登录后发送 1 项已保存的内容')).toBeVisible()
    const back = await signInAgain(forum, person)
    await signInAs(page, back)
    await page.goto('/user/outbox')
    await expect(sent(page)).toBeVisible()
    expect(await ownRows(forum, 'travel_infos', back)).toHaveLength(1)
  },
)

test(
  'ending all sign-ins asks about what waits while it can still be sent',
  full('leaving.test.ts and user-center.test.tsx prove it'),
  async ({ page, network, forum, person }) => {
    await keepTravel(page, { person, network }, 'before all end')
    await page.goto('/user/sign-ins')
    const everywhere = page.getByRole('button', { name: '退出所有设备' })
    await everywhere.click()
    await page.getByRole('dialog').getByRole('button', { name: '退出所有设备' }).click()
    network.mend()
    await page.getByRole('button', { name: '立即发送并退出' }).click()
    await expect(page).toHaveURL(home)
    const back = await signInAgain(forum, person)
    expect(await ownRows(forum, 'travel_infos', back)).toHaveLength(1)
  },
)
