import type { BrowserContext, Page } from '@playwright/test'
import { addParticipant, openAs, type Applicant } from '../support/people.ts'
import { untilDrawn } from '../support/until-drawn.ts'
import { expect, goOffline, strip, test, visit } from './phone.ts'

const center = (page: Page) => page.getByRole('heading', { level: 1, name: '用户中心' })
const state = (page: Page) => page.getByRole('list', { name: '报名进度' })

async function openCenter(page: Page, person: Applicant): Promise<void> {
  await visit(page, '/')
  await openAs(page, person)
  await page.goto('/user/center')
  await untilDrawn(page)
  await expect(state(page)).toContainText('已通过')
}

/** Goes through every page of one's own that keeps or shows something. */
async function useScreens(page: Page): Promise<void> {
  for (const [link, title] of [
    ['修改密码', '修改密码'],
    ['登录的设备', '登录的设备'],
    ['我的数据', '我的数据'],
  ] as const) {
    await page.getByRole('main').getByRole('link', { name: link }).click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: '用户中心' }).click()
    await expect(center(page)).toBeVisible()
  }
}

/** Everything that the device keeps: both storages, IndexedDB, and every answer in the caches. */
async function dump(context: BrowserContext, page: Page): Promise<string> {
  const stored = await context.storageState({ indexedDB: true })
  const inPage = await page.evaluate(async () => {
    const texts: string[] = [JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage)])]
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const answer = await cache.match(request)
        const isText = /json|text/.test(answer?.headers.get('content-type') ?? '')
        texts.push(name, request.url, isText ? ((await answer?.text()) ?? '') : '')
      }
    }
    return texts.join('\n')
  })
  return JSON.stringify(stored) + inPage
}

test('without network the user centre still says where the registration stands', async ({ page, forum }) => {
  await openCenter(page, await addParticipant(forum))
  await goOffline(page)
  await page.reload()
  await expect(strip(page)).toBeVisible()
  await expect(state(page)).toContainText('已通过')
  await page.getByRole('main').getByRole('link', { name: '登录的设备' }).click()
  await expect(page.getByRole('heading', { level: 2, name: '当前没有网络' })).toBeVisible()
})

test('after all screens of one’s own were used and signed out, a dump of the device holds nothing of the person [96, T9]', async ({
  page,
  context,
  forum,
}) => {
  const person = await addParticipant(forum)
  await openCenter(page, person)
  const id = await page.evaluate(
    () => (JSON.parse(sessionStorage.getItem('user') ?? '{}') as { id: string }).id,
  )
  await useScreens(page)
  // It was there: the dump is able to find it.
  await expect.poll(() => dump(context, page)).toContain(person.mobile)
  await page.getByRole('button', { name: '退出登录' }).click()
  await expect(page).toHaveURL(/\/$/)
  const traces = async () => {
    const all = await dump(context, page)
    return [id, person.token, person.mobile, person.email, 'Lin Example'].filter((trace) =>
      all.includes(trace),
    )
  }
  await expect.poll(traces).toEqual([])
  // What was on its way to the disk has arrived by now.
  await page.waitForTimeout(5000)
  expect(await traces()).toEqual([])
})
