import type { Page } from '@playwright/test'
import { expect, test } from '../support/e2e.ts'
import { codeOf, readCode } from '../support/qr-codes.ts'
import { readStars, star } from '../support/stars.ts'

test.use({ appLocale: 'en' })

const carried = ['opening-ceremony', 'storage-panel', 'wind-solar-panel']

/** The address that the sheet hands on, as the clipboard gets it; the code on it says the same. */
async function copyLink(page: Page): Promise<string> {
  await page.goto('/agenda?mine=true')
  await page.evaluate(() => {
    // A desktop's sheet of ways to share cannot be touched by a test; without it the link is copied.
    Object.defineProperty(navigator, 'share', { value: undefined })
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: (text: string) => Promise.resolve(void (document.title = text)) },
    })
  })
  await page.getByRole('button', { name: 'Other device' }).click()
  const sheet = page.getByRole('dialog', { name: 'My agenda on another device' })
  const code = sheet.getByRole('img', { name: 'Code with 3 starred sessions' })
  await expect(code).toBeVisible()
  const drawn = await readCode(code)
  await sheet.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  const link = await page.title()
  expect(drawn).toEqual(codeOf(link))
  return link
}

test('my agenda goes to another device, joins what is there, and can be taken back [299]', async ({
  page,
  browser,
  forum,
}) => {
  await star(page, carried)
  const link = await copyLink(page)
  expect(link).toMatch(/\/agenda\/take#1[\w-]{22}$/)

  const device = await browser.newContext({ baseURL: forum.url, serviceWorkers: 'block' })
  const other = await device.newPage()
  const asked: string[] = []
  other.on('request', (request) => asked.push(request.url()))
  await other.addInitScript(() => localStorage.setItem('locale', 'en'))
  await star(other, ['closing-ceremony', 'storage-panel'])
  await other.goto(link)
  await expect(other.getByText('2 sessions are not in your agenda yet.')).toBeVisible()
  await expect(other.getByRole('main').getByRole('listitem')).toHaveCount(3)
  // Nothing is taken over before the person says so.
  expect(await readStars(other)).toEqual(['closing-ceremony', 'storage-panel'])

  await other.getByRole('button', { name: 'Add 2 sessions' }).click()
  await expect(other.getByText('2 sessions added to your agenda.')).toBeVisible()
  expect(await readStars(other)).toEqual(['closing-ceremony', ...carried])
  await other.getByRole('button', { name: 'Undo' }).click()
  await expect(other.getByRole('button', { name: 'Add 2 sessions' })).toBeVisible()
  expect(await readStars(other)).toEqual(['closing-ceremony', 'storage-panel'])

  await other.getByRole('button', { name: 'Add 2 sessions' }).click()
  await other.getByRole('link', { name: 'To my agenda' }).click()
  await expect(other).toHaveURL(/\/agenda\?mine=true/)
  // No server hears of the stars: a fragment is not sent.
  expect(asked.filter((url) => new URL(url).hash === '' && url.includes(link.split('#')[1] ?? ''))).toEqual(
    [],
  )
  await other.goto(link)
  await expect(other.getByText('You have starred all of these already.')).toBeVisible()
  await device.close()
})

for (const [what, fragment, told] of [
  ['cut off', '#1AbCdEf', 'This link is incomplete'],
  ['hostile', '#<img src=x onerror=alert(1)>%00%E0%A4', 'This link is incomplete'],
  ['of a hundred thousand characters', `#1${'A'.repeat(100_000)}`, 'This link is incomplete'],
  ['empty', '', 'There is no agenda in this link'],
] as const) {
  test(`a link that is ${what} stars nothing and says why [299] @phone`, async ({ page, conduct }) => {
    await page.goto(`/agenda/take${fragment}`)
    await expect(page.getByRole('heading', { level: 1, name: told })).toBeVisible()
    expect(await readStars(page)).toEqual([])
    await page.getByRole('link', { name: 'To the agenda' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Agenda' })).toBeVisible()
    expect(conduct.errors).toEqual([])
  })
}

test('sub-forums at the same time tell of the priority that a registration asks for [T34]', async ({
  page,
}) => {
  await star(page, ['storage-panel'])
  await page.goto('/agenda?day=2023-09-06&mine=true&view=list')
  const notice = page.getByText(/your registration will then ask which one has priority/)
  await expect(page.getByRole('button', { name: 'Other device' })).toBeEnabled()
  await expect(notice).toBeHidden()
  await page.getByRole('button', { name: 'My agenda' }).click()
  await page
    .getByRole('listitem')
    .filter({ has: page.locator('a[href="/agenda/wind-solar-panel"]') })
    .last()
    .getByRole('button', { name: 'Star' })
    .click()
  await page.getByRole('button', { name: 'My agenda' }).click()
  await expect(notice).toBeVisible()
  await expect(page.getByRole('note').getByRole('listitem')).toHaveText([/^II /, /^III /])
  await page.goto('/agenda/storage-panel')
  await expect(page.getByText('Overlaps with sessions in your agenda:')).toBeVisible()
  await expect(notice).toBeVisible()
})

test('a star without its session is told on the session’s page and can be taken away', async ({ page }) => {
  await star(page, ['long-gone', 'storage-panel'])
  await page.goto('/agenda/long-gone')
  await expect(page.getByText(/It still has your star/)).toBeVisible()
  await page.getByRole('button', { name: 'Remove the star' }).click()
  await expect(page.getByText('This session does not exist or has been withdrawn.')).toBeVisible()
  expect(await readStars(page)).toEqual(['storage-panel'])
})
