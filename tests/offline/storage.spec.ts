import type { FaultServer } from '../support/fault-server.ts'
import { full } from '../support/marks.ts'
import { en, zh } from '../support/texts.ts'
import {
  articleLinks,
  goOffline,
  menuLink,
  noNetwork,
  openOffline,
  save,
  sessionLinks,
  soon,
  strip,
  title,
  untilTimeHasPassed,
} from './support/pages.ts'
import { silenceIndexedDb } from './support/people.ts'
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

  test(
    'an IndexedDB that never answers holds up neither the start nor the search in abstracts',
    full('bodies.test.ts proves that a read ends after two seconds'),
    async ({ page }) => {
      await page.addInitScript(silenceIndexedDb)
      await page.clock.install()
      await page.goto('/agenda')
      await expect(sessionLinks(page).first()).toBeVisible()
      await page.getByRole('button', { name: zh('agenda:search') }).click()
      // The word stands in one abstract and nowhere else.
      await page.getByRole('searchbox').fill('侧门')
      await untilTimeHasPassed(page, () =>
        expect(page.getByText(zh('agenda:results', { count: 1 }))).toBeVisible(soon),
      )
      await save(page)
      await goOffline(page)
      await page.goto('/agenda/storage-panel')
      await expect(title(page)).toContainText('储能安全标准')
      await untilTimeHasPassed(page, () =>
        expect(page.getByText(zh('session-detail:abstract_later'))).toBeVisible(soon),
      )
    },
  )

  test(
    'saved data near its limit is told in words, and beyond it the lists give way, not the agenda',
    full('restore.test.ts proves what gives way'),
    async ({ page, context, network }) => {
      await page.goto('/agenda')
      await expect(sessionLinks(page).first()).toBeVisible()
      pad(network, /documents\/all/, 820_000)
      await menuLink(page, zh('common:menu.download')).click()
      await expect(title(page)).toHaveText(zh('downloads:title'))
      await save(page)
      await expect(page.getByText(zh('offline:room.scarce'))).toBeVisible()
      pad(network, /informations\/all/, 300_000)
      await menuLink(page, zh('common:menu.news')).click()
      await expect(articleLinks(page).first()).toBeVisible()
      await page.goto('about:blank')
      const next = await openOffline(await context.newPage(), '/agenda')
      await expect(sessionLinks(next).first()).toBeVisible()
      await next.goto('/news')
      await expect(noNetwork(next)).toBeVisible()
    },
  )
})

/** Makes rows of a module larger by something that no screen shows. */
function pad(network: FaultServer, which: RegExp, chars: number): void {
  const change = (text: string) => text.replace('"id":', `"padding":"${'x'.repeat(chars)}","id":`)
  network.fail(which, { kind: 'changed', change })
}

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
