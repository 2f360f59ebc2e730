import type { Page } from '@playwright/test'
import { expect, test } from '../support/e2e.ts'

const focused = (page: Page) => page.locator(':focus')

test('the first key leads past the navigation to the content', async ({ page }) => {
  await page.goto('/news')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(focused(page)).toHaveText('跳到正文')
  await expect(focused(page)).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1)
})

test('whatever has the focus shows it', async ({ page }) => {
  for (const path of ['/', '/agenda?view=list', '/download', '/user/login']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const seen = new Set<string>()
    for (let step = 0; step < 12; step++) {
      await page.keyboard.press('Tab')
      // After the last one the focus is in the browser's own bars.
      if ((await focused(page).count()) > 0) seen.add(await focused(page).evaluate(describeFocus))
    }
    expect([...seen].filter((each) => each.startsWith('no ring'))).toEqual([])
  }
})

/** Runs in the page: the ring may be drawn by the element or by the card or field around it. */
function describeFocus(element: Element): string {
  const hasRing = (each: Element | null, up: number): boolean => {
    if (each === null || up < 0) return false
    const { outlineStyle, outlineWidth } = getComputedStyle(each)
    return (
      (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) || hasRing(each.parentElement, up - 1)
    )
  }
  return `${hasRing(element, 3) ? 'ring' : 'no ring'}: ${element.outerHTML.slice(0, 160)}`
}

test('the sheet of a filter keeps the focus, closes by Escape and gives the focus back', async ({ page }) => {
  await page.goto('/agenda?day=2023-09-06&view=list')
  const opener = page.locator('main button[aria-haspopup="dialog"]').first()
  await opener.focus()
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog')
  await expect(sheet).toBeVisible()
  for (let step = 0; step < 30; step++) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate(isFocusOutside)).toBe(false)
  }
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(opener).toBeFocused()
})

/** Runs in the page. On its way round the focus visits the browser's own bars, where the page has none. */
function isFocusOutside(): boolean {
  const { activeElement } = document
  return activeElement !== document.body && !activeElement?.closest('dialog')
}

test('the sheet behind "more" does the same @phone', async ({ page }) => {
  await page.goto('/')
  const opener = page.getByRole('button', { name: '更多' })
  await opener.focus()
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: '更多' })
  await expect(sheet).toBeVisible()
  await expect(sheet.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(opener).toBeFocused()
})

test('a session is found, starred and opened with keys alone', async ({ page }) => {
  await page.goto('/agenda?q=储能安全')
  const title = page
    .getByRole('link', { name: '圆桌对话：储能安全标准应由谁来买单' })
    .filter({ visible: true })
    .first()
  await title.focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(focused(page)).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/agenda\/storage-panel$/)
})

test.describe('for who wants no motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('nothing moves', async ({ page }) => {
    await page.goto('/agenda?day=2023-09-06&view=list')
    await page.locator('main button[aria-haspopup="dialog"]').first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
    const longest = await page.evaluate(() =>
      Math.max(
        0,
        ...document.getAnimations().map((each) => Number(each.effect?.getComputedTiming().endTime ?? 0)),
      ),
    )
    expect(longest).toBeLessThan(1)
  })
})
