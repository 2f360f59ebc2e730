import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { findChromium } from '../../scripts/lib/system-dependencies.ts'
import { test as online } from '../support/e2e.ts'
import { full } from '../support/marks.ts'
import { en, zh } from '../support/texts.ts'
import {
  articleLinks,
  goOffline,
  menuLink,
  noNetwork,
  sessionLinks,
  stopWorkers,
  title,
} from './support/pages.ts'
import { expect, test } from './support/phone.ts'

/** Addresses that the worker or the page keeps, by cache. */
const keptAddresses = (page: Page) =>
  page.evaluate(async () => {
    const kept: Record<string, string[]> = {}
    for (const name of await caches.keys())
      kept[name] = (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)
    return kept
  })

/** Pictures of articles on screen that have come. */
const shownCovers = (page: Page) =>
  articleLinks(page)
    .locator('img')
    .evaluateAll((images) => images.filter((image) => (image as HTMLImageElement).naturalWidth > 0).length)

test('pages are answered by the shell, which holds neither data nor the console; the API, the server’s own addresses and missing files are not, and no answer of the API is in a cache [300]', async ({
  page,
  network,
}) => {
  await page.goto('/agenda')
  await expect(sessionLinks(page).first()).toBeVisible()
  // The app itself never requests three rooms.
  await page.evaluate(() => Promise.all([1, 2].map(() => fetch('/api/front/query/rooms/all?size=3'))))
  expect(network.heard().filter((one) => one.includes('/front/query/rooms/all?size=3'))).toHaveLength(2)
  const kept = await keptAddresses(page)
  const calls = Object.values(kept)
    .flat()
    .filter((path) => path.startsWith('/api/') && !path.includes('/front/download/file/'))
  expect(calls).toEqual([])
  const precached = Object.entries(kept).flatMap(([name, paths]) => (name.includes('precache') ? paths : []))
  expect(precached).toContain('/index.html')
  expect(precached.filter((path) => /console/i.test(path))).toEqual([])
  const shell = await page.evaluate(async () =>
    (await caches.match('/index.html', { ignoreSearch: true }))?.text(),
  )
  expect(shell).toContain('id="root"')
  expect(shell).not.toContain('page-data')

  for (const path of ['/api/front/query/rooms/all', '/readyz', '/robots.txt']) {
    const answer = await page.goto(path)
    expect([path, answer?.fromServiceWorker(), answer?.headers()['content-type']]).toEqual([
      path,
      false,
      expect.not.stringContaining('html'),
    ])
  }
  expect((await page.goto('/assets/nothing-1234abcd.js'))?.status()).toBe(404)
  const answer = await page.goto('/nowhere')
  expect(answer?.fromServiceWorker()).toBe(true)
  await expect(page.getByText(zh('common:notFound.title'))).toBeVisible()
  const missing = await page.evaluate(async () => {
    const file = await fetch('/assets/nothing-1234abcd.js')
    return [file.status, file.headers.get('content-type')]
  })
  expect(missing).toEqual([404, expect.not.stringContaining('html')])
})

test('a worker that is killed while it answers costs no page; pictures that were seen are there without network', async ({
  page,
  network,
  conduct,
}) => {
  await page.goto('/agenda')
  await expect(sessionLinks(page).first()).toBeVisible()
  await page.evaluate(() => caches.delete('images'))
  network.fail(/\/front\/download\/file\//, { kind: 'stall' })
  await menuLink(page, zh('common:menu.news')).click()
  await expect(articleLinks(page).locator('img').first()).toBeAttached()
  await stopWorkers(page)
  await menuLink(page, zh('common:menu.download')).click()
  await expect(title(page)).toHaveText(zh('downloads:title'))
  network.mend()
  await page.goto('/news')
  await expect.poll(() => shownCovers(page)).toBeGreaterThan(1)
  await goOffline(page)
  await page.reload()
  await expect.poll(() => shownCovers(page)).toBeGreaterThan(1)
  expect(conduct.errors.filter((error) => !/Failed to load resource|ERR_/.test(error))).toEqual([])
})

test.describe('of pictures', full('Workbox keeps these limits'), () => {
  test('only 150 are kept', async ({ page }) => {
    await page.goto('/news')
    await page.evaluate(async () => {
      for (let number = 0; number < 170; number += 1) {
        const image = new Image()
        image.src = `/icon.svg?${number}`
        await image.decode()
      }
    })
    await expect.poll(async () => (await keptAddresses(page))['images']?.length).toBe(150)
  })

  test('a full phone gives up all before anything else', async ({ page, context, baseURL }) => {
    await page.goto('/news')
    await expect.poll(() => shownCovers(page)).toBeGreaterThan(1)
    const origin = baseURL ?? ''
    const devtools = await context.newCDPSession(page)
    const { usage } = await devtools.send('Storage.getUsageAndQuota', { origin })
    await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: usage + 100 })
    await page.evaluate(async () => {
      const image = new Image()
      image.src = '/icon.svg?one-too-many'
      await image.decode()
    })
    await expect.poll(async () => (await keptAddresses(page))['images'] ?? []).toEqual([])
    await devtools.send('Storage.overrideQuotaForOrigin', { origin })
    await devtools.detach()
    await goOffline(page)
    await page.goto('/news')
    await expect(articleLinks(page).first()).toBeVisible()
  })
})

test.describe('a first visit', () => {
  test.use({ device: 'fresh' })

  test('installs the app and keeps what it showed: without network that is there, and what was not opened says so [292, 296]', async ({
    page,
  }) => {
    await page.goto('/agenda')
    await expect(sessionLinks(page).first()).toBeVisible()
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready
    })
    await page.goto('about:blank')
    await goOffline(page)
    await page.goto('/agenda')
    await expect(sessionLinks(page).first()).toBeVisible()
    await page.goto('/news')
    await expect(noNetwork(page)).toBeVisible()
  })
})

interface Manifest {
  id: string
  lang: string
  name: string
  icons: { src: string; sizes: string; type: string }[]
  screenshots: { src: string; sizes: string; type: string; form_factor: string }[]
  shortcuts: { url: string }[]
}

/** A browser with windows and a profile: in a private window Chromium installs nothing, and without windows neither. */
const testWithWindows = online.extend<{ browserOfOwn: BrowserContext }>({
  browserOfOwn: async ({ launchOptions, forum }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'forum-profile-'))
    const context = await chromium.launchPersistentContext(folder, {
      ...launchOptions,
      executablePath: findChromium() ?? '',
      // Chromium makes its offer to people who come often; a test comes once.
      args: [...(launchOptions.args ?? []), '--bypass-app-banner-engagement-checks'],
      baseURL: forum.url,
    })
    await use(context)
    await context.close()
    await rm(folder, { recursive: true, force: true })
  },
})

testWithWindows.describe('a browser that installs apps', () => {
  testWithWindows(
    'finds no fault in the manifest, the same app in both languages, and pages behind its shortcuts [290]',
    async ({ browserOfOwn }) => {
      const page = await browserOfOwn.newPage()
      await page.goto('/agenda')
      await expect(page.locator('link[rel=manifest]')).toBeAttached()
      const chinese = await judge(page)
      await page.getByRole('button', { name: 'English' }).click()
      await expect(page.locator('html')).toHaveAttribute('lang', 'en')
      const english = await judge(page)
      expect([chinese.faults, english.faults]).toEqual([[], []])
      expect(english.appId).toBe(chinese.appId)
      expect([chinese.manifest.lang, english.manifest.lang]).toEqual(['zh-CN', 'en'])
      expect(english.manifest.name).not.toBe(chinese.manifest.name)
      for (const { manifest } of [chinese, english]) {
        expect(new Set(manifest.screenshots.map((one) => one.form_factor))).toEqual(
          new Set(['narrow', 'wide']),
        )
        for (const { src, sizes, type } of [...manifest.icons, ...manifest.screenshots])
          expect([src, ...(await sizeOf(page, src))]).toEqual([src, sizes, type])
      }
      for (const { url } of english.manifest.shortcuts) {
        await page.goto(url)
        await expect(title(page)).toBeVisible()
        await expect(page.getByText(en('common:notFound.title'))).toHaveCount(0)
      }
    },
  )

  testWithWindows(
    'has its offer caught however slowly the program comes, which becomes a button [291]',
    full('install.spec.ts shows what the page says; here the program takes seconds'),
    async ({ browserOfOwn }) => {
      const page = await browserOfOwn.newPage()
      await page.route('**/assets/*.js', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 1500))
        await route.continue()
      })
      await page.goto('/install')
      const offer = page.getByRole('region', { name: zh('install:way.prompt') })
      await expect(offer.getByRole('button', { name: zh('install:install') })).toBeVisible()
      await page.getByRole('link', { name: zh('install:onward.home') }).click()
      const row = page.getByRole('region', { name: zh('install:title') })
      await expect(row.getByRole('button', { name: zh('install:install') })).toBeVisible()
    },
  )
})

/** What Chromium itself reads and finds missing. */
async function judge(
  page: Page,
): Promise<{ faults: unknown[]; appId: string | undefined; manifest: Manifest }> {
  const devtools = await page.context().newCDPSession(page)
  const { data = '{}', errors } = await devtools.send('Page.getAppManifest')
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  const { appId } = await devtools.send('Page.getAppId')
  await devtools.detach()
  return { faults: [...errors, ...installabilityErrors], appId, manifest: JSON.parse(data) as Manifest }
}

const sizeOf = (page: Page, src: string) =>
  page.evaluate(async (address) => {
    const file = await (await fetch(address)).blob()
    const image = await createImageBitmap(file)
    return [`${image.width}x${image.height}`, file.type]
  }, src)
