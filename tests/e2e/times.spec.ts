import { expect, test } from '../support/e2e.ts'

test.use({ appLocale: 'en' })

for (const [timezoneId, there] of [
  ['America/New_York', /5 Sept?,? 23:30 on your device’s clock/],
  ['America/Los_Angeles', /5 Sept?,? 20:30 on your device’s clock/],
] as const) {
  test.describe(timezoneId, () => {
    test.use({ timezoneId })

    test('days are those of the forum, times are its own and say so [3, 304, T45]', async ({ page }) => {
      await page.goto('/')
      await expect(page.getByRole('main')).toContainText('5–7 September 2023')
      await page.goto('/agenda?day=2023-09-05&view=list')
      const days = page.getByRole('navigation', { name: 'Days' }).getByRole('link')
      await expect(days).toHaveText(['Tue 5', 'Wed 6', 'Thu 7'])
      await expect(page.getByText('Times are local time at the venue (GMT+8).')).toBeVisible()
      await expect(page.getByRole('heading', { name: '14:00', exact: true })).toBeVisible()
      await page.goto('/agenda/storage-panel')
      await expect(page.getByRole('main')).toContainText(/Wednesday 6 September.*11:30–12:00/)
      await expect(page.getByText(there)).toBeVisible()
      await page.goto('/article/view/00017')
      await expect(page.getByRole('article')).toContainText('3 July 2023')
    })
  })
}

test('at the venue nothing is said of zones', async ({ page }) => {
  await page.goto('/agenda?day=2023-09-05&view=list')
  await expect(page.getByRole('heading', { name: '14:00', exact: true })).toBeVisible()
  await expect(page.getByText(/GMT/)).toBeHidden()
})
