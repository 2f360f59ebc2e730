import type { Page } from '@playwright/test'
import { expect, test } from '../support/e2e.ts'
import { full } from '../support/marks.ts'
import { screens } from '../support/screens.ts'
import { zh } from '../support/texts.ts'

const focused = (page: Page) => page.locator(':focus')

test('with keys alone one passes the navigation, finds a session, stars it and opens it [28, 303]', async ({
  page,
}) => {
  await page.goto(`/agenda?q=${encodeURIComponent('储能安全')}`)
  const session = page.getByRole('main').getByRole('link', { name: '圆桌对话：储能安全标准应由谁来买单' })
  await expect(session.filter({ visible: true }).first()).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(focused(page)).toHaveText(zh('common:skipToContent'))
  await expect(focused(page)).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  for (let step = 0; step < 20; step += 1) {
    await page.keyboard.press('Tab')
    if ((await focused(page).getAttribute('href')) === '/agenda/storage-panel') break
  }
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(focused(page)).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/agenda\/storage-panel$/)
})

test(
  'every link, button and field of every screen is reached by keys alone, and shows that it is [303]',
  full('presses Tab over every screen for minutes'),
  async ({ page }) => {
    test.setTimeout(600_000)
    for (const screen of screens) {
      await screen.open(page)
      const count = await markAll(page)
      expect(count, screen.name).toBeGreaterThan(0)
      const seen = new Set<string>()
      // What is behind a dialog waits for its end; the browser's own bars lie on the way round, and so do the parts of dates.
      const parts = 4 * (await page.locator('input[type=date], input[type=time]').count())
      // Twice round: what is drawn anew meanwhile takes the focus away, and the way begins again.
      let missed: string[] = []
      for (let step = 0; step < 2 * (count + parts + 10); step++) {
        await page.keyboard.press('Tab')
        seen.add(await page.evaluate(describeFocus))
        if (step < count) continue
        missed = await page.evaluate(listUnreached)
        if (missed.length === 0) break
      }
      expect.soft(missed, `${screen.name}: not reached`).toEqual([])
      const dark = [...seen].filter((each) => each.startsWith('no ring'))
      expect.soft(dark, `${screen.name}: without a ring`).toEqual([])
    }
  },
)

/** Marks what a person can use, once no more of it comes: long lists are drawn in pieces. */
async function markAll(page: Page): Promise<number> {
  let count = -1
  const isWhole = async () => {
    const before = count
    count = await page.evaluate(markReachable)
    return count === before
  }
  await expect.poll(isWhole, { intervals: [400] }).toBe(true)
  return count
}

/** Runs in the page: marks what a person can use, and counts it. Of choices that exclude each other one is on the way. */
function markReachable(): number {
  const scope = document.querySelector('dialog[open]') ?? document
  const used =
    'a[href], button, input, select, textarea, summary, [tabindex="0"], [role="button"], [role="tab"]'
  const found = [...scope.querySelectorAll<HTMLElement>(used)].filter((each) => {
    const isOneOfMany = each instanceof HTMLInputElement && each.type === 'radio' && !each.checked
    const isOff = each.matches(':disabled, [tabindex="-1"], [inert] *')
    return !isOneOfMany && !isOff && each.checkVisibility({ visibilityProperty: true })
  })
  for (const each of found) each.dataset['unreached'] = ''
  return found.length
}

/** Runs in the page. */
function listUnreached(): string[] {
  return [...document.querySelectorAll('[data-unreached]')].map((each) => each.outerHTML.slice(0, 160))
}

/** Runs in the page: the ring may be drawn by what the element spreads over its card, or by the card or field. */
function describeFocus(): string {
  const element = document.activeElement
  if (!(element instanceof HTMLElement) || element === document.body) return 'none'
  delete element.dataset['unreached']
  const hasRing = (each: Element | null, up: number, part?: string): boolean => {
    if (each === null || up < 0) return false
    const { outlineStyle, outlineWidth } = getComputedStyle(each, part)
    const isRing = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
    return isRing || hasRing(each.parentElement, up - 1)
  }
  const shows = hasRing(element, 0, '::after') || hasRing(element, 3)
  return `${shows ? 'ring' : 'no ring'}: ${element.outerHTML.slice(0, 160)}`
}
