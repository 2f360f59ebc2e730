import { expect, test } from '../support/e2e.ts'

test('a visitor narrows the exhibition, magnifies its plan with two fingers, opens an exhibitor and comes back [8]', async ({
  page,
  conduct,
}) => {
  await page.goto('/show')
  const chip = page.getByRole('button', { name: '氢能', exact: true })
  const exhibitors = page.locator('main li a[href^="/show/"]')
  await chip.click()
  await expect(exhibitors).toHaveCount(2)
  const plan = page.locator('main section[tabindex="0"]')
  await expect(plan.getByRole('link').first()).toBeVisible()
  await plan.scrollIntoViewIfNeeded()
  const { x = 0, y = 0, width = 0, height = 0 } = (await plan.boundingBox()) ?? {}
  const devtools = await page.context().newCDPSession(page)
  const fingers = (apart: number) => [
    { x: x + width / 2 - apart, y: y + height / 2, id: 0 },
    { x: x + width / 2 + apart, y: y + height / 2, id: 1 },
  ]
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(30) })
  for (const apart of [30, 45, 60, 75, 90])
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(apart) })
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  // Moves that fall into one frame are told as one: the first of all may be told late.
  await expect
    .poll(() => plan.evaluate((frame) => (frame.firstElementChild?.clientWidth ?? 0) / frame.clientWidth))
    .toBeGreaterThan(1.5)
  expect(await page.evaluate(() => visualViewport?.scale)).toBe(1)
  await exhibitors.filter({ hasText: 'C02' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('氢燃料电池汽车展位')
  await page.goBack()
  await expect(exhibitors).toHaveCount(2)
  await expect(chip).toHaveAttribute('aria-pressed', 'true')
  expect(conduct).toEqual({ errors: [], foreignRequests: [] })
})
