import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { expect, test as base } from '../support/e2e.ts'

interface Fixtures {
  /** A browser with a profile of its own: in a private window Chromium installs nothing. */
  profile: BrowserContext
}

const test = base.extend<Fixtures>({
  profile: async ({ launchOptions, viewport, forum }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'profile-'))
    const profile = await chromium.launchPersistentContext(folder, {
      ...launchOptions,
      // Chromium makes its offer to people who come often; a test comes once.
      args: [...(launchOptions.args ?? []), '--bypass-app-banner-engagement-checks'],
      viewport,
      hasTouch: true,
      baseURL: forum.url,
    })
    await use(profile)
    await profile.close()
    await rm(folder, { recursive: true, force: true })
  },
})

interface Manifest {
  id: string
  lang: string
  name: string
  screenshots: { src: string; sizes: string; type: string; form_factor: string }[]
  shortcuts: { url: string }[]
}

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

test('Chromium finds no fault in the manifest and would install the app, the same one in both languages [290]', async ({
  profile,
}) => {
  const page = await profile.newPage()
  await page.goto('/agenda')
  await expect(page.locator('link[rel=manifest]')).toBeAttached()
  const chinese = await judge(page)
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  const english = await judge(page)
  expect([chinese.faults, english.faults]).toEqual([[], []])
  expect(english.appId).toBe(chinese.appId)
  expect([chinese.manifest.lang, english.manifest.lang]).toEqual(['zh-CN', 'en'])
  for (const { manifest } of [chinese, english]) {
    expect(new Set(manifest.screenshots.map((one) => one.form_factor))).toEqual(new Set(['narrow', 'wide']))
    for (const { src, sizes, type } of manifest.screenshots)
      expect([src, ...(await sizeOf(page, src))]).toEqual([src, sizes, type])
  }
})

const sizeOf = (page: Page, src: string) =>
  page.evaluate(async (address) => {
    const file = await (await fetch(address)).blob()
    const image = await createImageBitmap(file)
    return [`${image.width}x${image.height}`, file.type]
  }, src)

test('the browser’s offer is caught however slowly the program comes, and becomes a button [291]', async ({
  profile,
}) => {
  const page = await profile.newPage()
  await page.route('**/assets/*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await route.continue()
  })
  await page.goto('/install')
  await expect(
    page.getByRole('region', { name: '可以安装了' }).getByRole('button', { name: '安装' }),
  ).toBeVisible()
  await page.getByRole('link', { name: '回到首页' }).click()
  const row = page.getByRole('region', { name: '把论坛放到主屏幕' })
  await expect(row.getByRole('button', { name: '安装' })).toBeVisible()
})
