import { menu } from '../../src/app/layout/menu.ts'
import { expect, test } from '../support/e2e.ts'
import { publicPages, readContent } from '../support/menu-pages.ts'
import { untilDrawn } from '../support/until-drawn.ts'
import { zh } from '../support/texts.ts'

test('a visitor finds every page in the menu, and it is there to be read [10]', async ({
  page,
  isMobile,
  conduct,
}) => {
  await page.goto('/install')
  await untilDrawn(page)
  // What the first page said of itself for those who share it goes with it.
  const shared = page.locator('meta[property="og:title"], script[type="application/ld+json"]')
  await expect(shared).not.toHaveCount(0)
  const bar = page.getByRole('navigation', { name: zh('common:menu.label') }).filter({ visible: true })
  for (const { name, to, onPhone } of menu) {
    const isBehindMore = isMobile && onPhone === 'sheet'
    if (isBehindMore) await bar.getByRole('button', { name: zh('common:menu.more') }).click()
    const place = isBehindMore ? page.getByRole('dialog', { name: zh('common:menu.more') }) : bar
    await place.getByRole('link', { name: zh(`common:menu.${name}`), exact: true }).click()
    await expect(page).toHaveURL((url) => url.pathname === to)
    const { shows } = publicPages.find(({ path }) => path === to) ?? { shows: '' }
    await readContent(page, shows, 'zh-CN')
    await expect(shared).toHaveCount(0)
  }
  expect(conduct).toEqual({ errors: [], foreignRequests: [] })
})
