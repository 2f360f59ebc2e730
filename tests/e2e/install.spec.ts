import { expect, test } from '../support/e2e.ts'
import { star } from '../support/stars.ts'
import { zh } from '../support/texts.ts'

test.use({
  userAgent:
    'Mozilla/5.0 (Linux; Android 13; 22081212C; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/107.0.5304.141 Mobile Safari/537.36 XWEB/5169 MicroMessenger/8.0.37.2380(0x2800253D) WeChat/arm64 Weixin NetType/WIFI Language/zh_CN',
})

test('inside WeChat one is led to a real browser: to install, and for the calendar, with the stars in the address [291]', async ({
  page,
  conduct,
}) => {
  await star(page, ['storage-panel'])
  await page.goto('/')
  await page.getByRole('link', { name: zh('install:how') }).click()
  await expect(page).toHaveURL(/\/install$/)
  await expect(page.getByRole('region', { name: zh('install:way.wechat') })).toBeVisible()
  await expect(page.getByRole('note', { name: zh('install:way.wechat') })).toBeVisible()
  await page.getByRole('link', { name: zh('install:onward.agenda') }).click()
  await page.getByRole('button', { name: zh('agenda:mine') }).click()
  await page.getByRole('button', { name: zh('my-agenda:calendar.add') }).click()
  const sheet = page.getByRole('dialog', { name: zh('my-agenda:calendar.outside.title') })
  await expect(sheet.getByText(/\/agenda\/take#1[\w-]{10}$/)).toBeVisible()
  expect(conduct).toEqual({ errors: [], foreignRequests: [] })
})
