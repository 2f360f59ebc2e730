/**
 * `npm run screens [folder]`: pictures of every screen on phone and tablet, in both languages, light and dark, of the
 * sample forum on its second morning. The folder is test-results/screens unless another is named.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Browser } from '@playwright/test'
import { startForum } from '../tests/support/forum-process.ts'
import { buildApp } from './lib/build-app.ts'
import { isBuildCurrent } from './lib/build-state.ts'
import { root } from './lib/run.ts'
import { findChromium } from './lib/system-parts.ts'

const devices = [
  { name: 'phone', viewport: { width: 390, height: 844 }, isMobile: true },
  { name: 'tablet', viewport: { width: 1180, height: 820 }, isMobile: false },
]

const looks = [
  { locale: 'zh-CN', colorScheme: 'light' },
  { locale: 'en', colorScheme: 'light' },
  { locale: 'zh-CN', colorScheme: 'dark' },
  { locale: 'en', colorScheme: 'dark' },
] as const

/** A screen and, where its address shows only half of it, what to press first. */
const screens = [
  { name: 'home', path: '/' },
  { name: 'agenda', path: '/agenda' },
  { name: 'agenda-search', path: '/agenda?q=氢能' },
  { name: 'agenda-grid', path: '/agenda?view=grid' },
  { name: 'session', path: '/agenda', press: 'main a[href^="/agenda/"]' },
  { name: 'news', path: '/news' },
  { name: 'article', path: '/news', press: 'main a[href^="/article/view/"]' },
  { name: 'downloads', path: '/download' },
  { name: 'suzhou', path: '/suzhou' },
  { name: 'sign-in', path: '/user/login' },
  { name: 'not-found', path: '/nowhere' },
]

const folder = join(root, process.argv[2] ?? 'test-results/screens')
await mkdir(folder, { recursive: true })
if (!(await isBuildCurrent())) await buildApp()
const forum = await startForum({ env: { FORUM_NOW: '2023-09-06T10:10:00+08:00' } })
const executablePath = findChromium()
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox'],
})
try {
  for (const device of devices) for (const look of looks) await takeAll(browser, device, look)
} finally {
  await browser.close()
  await forum.stop()
}

async function takeAll(
  browser: Browser,
  device: (typeof devices)[number],
  look: (typeof looks)[number],
): Promise<void> {
  const context = await browser.newContext({
    baseURL: forum.url,
    viewport: device.viewport,
    isMobile: device.isMobile,
    hasTouch: true,
    deviceScaleFactor: 2,
    colorScheme: look.colorScheme,
    timezoneId: 'Asia/Shanghai',
  })
  await context.addInitScript((locale) => localStorage.setItem('locale', locale), look.locale)
  const page = await context.newPage()
  for (const screen of screens) {
    await page.goto(screen.path, { waitUntil: 'networkidle' })
    if (screen.press) await page.locator(screen.press).first().click()
    await page.waitForTimeout(800) // pictures fade in, fonts settle
    const path = join(folder, `${screen.name}-${device.name}-${look.locale}-${look.colorScheme}.jpg`)
    await page.screenshot({ path, type: 'jpeg', quality: 72 })
    console.log(path)
  }
  await context.close()
}
