import { en, zh } from '../support/texts.ts'
import { articleLinks, menuLink, save, sessionLinks, strip, title } from './support/pages.ts'
import { expect, test } from './support/phone.ts'

/** Runs in the page: fills localStorage to the brim, once in its life. */
function fill(): void {
  if (localStorage.getItem('full')) return
  localStorage.setItem('full', '1')
  for (let size = 2_000_000; size >= 1; size = Math.floor(size / 2)) {
    try {
      for (let part = 0; ; part += 1) localStorage.setItem(`filler-${size}-${part}`, 'x'.repeat(size))
    } catch {
      continue
    }
  }
}

test.describe('on a phone that has the app and no data', () => {
  test.use({ device: 'installed' })

  test('a full storage is told once in words, and the app goes on [299]', async ({ page, conduct }) => {
    await page.addInitScript(fill)
    await page.clock.install()
    await page.goto('/agenda')
    await expect(sessionLinks(page).first()).toBeVisible()
    await save(page)
    const notice = page.getByText(zh('offline:room.none'), { exact: true })
    await expect(notice).toHaveCount(1)
    await page.getByRole('button', { name: zh('common:close') }).click()
    await expect(notice).toHaveCount(0)
    // Each page has something new to save, which fails again.
    await menuLink(page, zh('common:menu.news')).click()
    await expect(articleLinks(page).first()).toBeVisible()
    await page.clock.runFor(10_000)
    await menuLink(page, zh('common:menu.download')).click()
    await expect(title(page)).toHaveText(zh('downloads:title'))
    await page.clock.runFor(10_000)
    await expect(notice).toHaveCount(0)
    expect(conduct.errors).toEqual([])
  })

  test('where storage is blocked the app works online, in both languages, and without an error [299]', async ({
    page,
    conduct,
  }) => {
    await page.addInitScript(blockStorage)
    await page.goto('/agenda')
    await expect(sessionLinks(page).first()).toBeVisible()
    await page.getByRole('button', { name: 'English' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    for (const name of ['news', 'download', 'agenda']) {
      await menuLink(page, en(`common:menu.${name}`)).click()
      await expect(title(page)).toBeVisible()
    }
    await sessionLinks(page).first().click()
    await expect(title(page)).toBeVisible()
    await expect(strip(page)).toHaveCount(0)
    expect(conduct.errors).toEqual([])
  })
})

/** Runs in the page. Storage as a browser leaves it that blocks cookies: naming it throws, or every request is refused. */
function blockStorage(): void {
  const refusal = new DOMException('blocked', 'SecurityError')
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(globalThis, name, {
      get(): never {
        throw refusal
      },
    })
  IDBFactory.prototype.open = () => {
    throw refusal
  }
  for (const name of ['open', 'keys', 'match', 'has', 'delete'] as const)
    Object.assign(CacheStorage.prototype, { [name]: () => Promise.reject(refusal) })
}
