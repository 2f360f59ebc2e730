import { expect, test } from '../support/e2e.ts'
import { readStars, star } from '../support/stars.ts'
import { en } from '../support/texts.ts'

test.use({ appLocale: 'en' })

const carried = ['opening-ceremony', 'storage-panel', 'wind-solar-panel']

test('my agenda goes to another device, joins what is there, and can be taken back [299]', async ({
  page,
  browser,
  forum,
}) => {
  await star(page, carried)
  await page.goto('/agenda?mine=true')
  await page.evaluate(() => {
    // A desktop's sheet of ways to share cannot be touched by a test; without it the link is copied.
    Object.defineProperty(navigator, 'share', { value: undefined })
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: (text: string) => Promise.resolve(void (document.title = text)) },
    })
  })
  await page.getByRole('button', { name: en('my-agenda:carry.open') }).click()
  const sheet = page.getByRole('dialog', { name: en('my-agenda:carry.title') })
  await sheet.getByRole('button', { name: en('common:share.label') }).click()
  await expect(page.getByText(en('common:share.copied'))).toBeVisible()
  const link = await page.title()

  const device = await browser.newContext({ baseURL: forum.url, serviceWorkers: 'block' })
  const other = await device.newPage()
  const asked: string[] = []
  other.on('request', (request) => asked.push(request.url()))
  await other.addInitScript(() => localStorage.setItem('locale', 'en'))
  await star(other, ['closing-ceremony', 'storage-panel'])
  await other.goto(link)
  const add = other.getByRole('button', { name: en('my-agenda:take.add', { count: 2 }) })
  await add.click()
  await expect(other.getByText(en('my-agenda:take.added', { count: 2 }))).toBeVisible()
  expect(await readStars(other)).toEqual(['closing-ceremony', ...carried])
  await other.getByRole('button', { name: en('my-agenda:take.undo') }).click()
  await expect(add).toBeVisible()
  expect(await readStars(other)).toEqual(['closing-ceremony', 'storage-panel'])
  await add.click()
  await other.reload()
  await expect(other.getByText(en('my-agenda:take.allThere'))).toBeVisible()
  await other.getByRole('link', { name: en('my-agenda:take.toMine') }).click()
  await expect(other).toHaveURL(/\/agenda\?mine=true/)
  // No server hears of the stars: a fragment is not sent.
  const fragment = link.split('#')[1] ?? ''
  expect(asked.filter((url) => new URL(url).hash === '' && url.includes(fragment))).toEqual([])
  await device.close()
})
