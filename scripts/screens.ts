/**
 * `npm run screens [-- folder]`: takes pictures of every screen of the sample forum on its second morning, on phone
 * and tablet, in both languages, light and dark. Console screens are also taken on an upright tablet. The default
 * folder is test-results/screens.
 * `npm run screens -- --best`: only the pictures of docs/screens, small enough to be committed.
 * `npm run screens -- --install`: only the pictures of public/screenshots, which browsers show when they install.
 * `npm run screens -- --only=home,console-tablet`: only these screens, or one of them on one device.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, type Browser } from '@playwright/test'
import { startForum } from '../tests/support/forum-process.ts'
import { screens } from '../tests/support/screens.ts'
import { buildApp } from './lib/build-app.ts'
import { isBuildCurrent } from './lib/build-state.ts'
import { root } from './lib/run.ts'
import { findChromium } from './lib/system-dependencies.ts'

/** Devices; `shows` matches the names of their screens, and a device without it shows all. */
const devices = [
  { name: 'phone', viewport: { width: 390, height: 844 }, isMobile: true },
  { name: 'tablet', viewport: { width: 1180, height: 820 }, isMobile: false },
  // Organisers use tablets in both orientations.
  { name: 'upright', viewport: { width: 820, height: 1180 }, isMobile: false, shows: /^console/ },
]

const variants = [
  { locale: 'zh-CN', colorScheme: 'light' },
  { locale: 'en', colorScheme: 'light' },
  { locale: 'zh-CN', colorScheme: 'dark' },
  { locale: 'en', colorScheme: 'dark' },
] as const

/** Pictures of docs/screens: all devices, languages and colour schemes in as few as possible. */
const bestNames: ReadonlySet<string> = new Set([
  'home-phone-zh-CN-light',
  'agenda-phone-zh-CN-light',
  'agenda-mine-phone-en-light',
  'suzhou-taxi-phone-en-light',
  'show-phone-en-light',
  'live-phone-zh-CN-dark',
  'search-all-phone-zh-CN-light',
  'session-phone-en-dark',
  'downloads-phone-zh-CN-light',
  'travel-phone-en-light',
  'agenda-grid-tablet-en-light',
  'home-tablet-zh-CN-dark',
  'article-tablet-en-light',
  'console-tablet-zh-CN-light',
  'console-list-tablet-zh-CN-dark',
  'console-record-tablet-en-light',
  'console-desk-tablet-zh-CN-light',
  'console-board-tablet-en-light',
  'console-import-checked-tablet-en-light',
  'console-edit-upright-en-light',
])

/** Pictures that the web manifests name (sw/manifest.ts). */
const installNames: ReadonlySet<string> = new Set(
  ['zh-CN', 'en'].flatMap((locale) =>
    ['agenda-phone', 'home-phone', 'agenda-grid-tablet'].map((name) => `${name}-${locale}-light`),
  ),
)

const { values: options, positionals } = parseArgs({
  options: {
    best: { type: 'boolean', default: false },
    install: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
  allowPositionals: true,
})
const onlyNames = options.only?.split(',')
/** The pictures to take and their folder; undefined for all. */
const selection = options.best
  ? { names: bestNames, folder: 'docs/screens' }
  : options.install
    ? { names: installNames, folder: 'public/screenshots' }
    : undefined
const folder = join(root, positionals[0] ?? selection?.folder ?? 'test-results/screens')
await mkdir(folder, { recursive: true })
if (!(await isBuildCurrent())) await buildApp()
const forum = await startForum({ env: { FORUM_NOW: '2023-09-06T10:10:00+08:00' } })
const executablePath = findChromium()
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox'],
})
try {
  for (const device of devices)
    for (const variant of variants) await takeScreenshots(browser, device, variant)
} finally {
  await browser.close()
  await forum.stop()
}

/** Takes the selected pictures on one device, in one language and colour scheme. */
async function takeScreenshots(
  browser: Browser,
  device: (typeof devices)[number],
  variant: (typeof variants)[number],
): Promise<void> {
  const toName = (screen: string) => `${screen}-${device.name}-${variant.locale}-${variant.colorScheme}`
  const selectedScreens = screens
    .filter(({ name }) => device.shows?.test(name) ?? true)
    .filter(
      ({ name }) => !onlyNames || onlyNames.includes(name) || onlyNames.includes(`${name}-${device.name}`),
    )
    .filter(({ name }) => !selection || selection.names.has(toName(name)))
  if (selectedScreens.length === 0) return
  const context = await browser.newContext({
    baseURL: forum.url,
    viewport: device.viewport,
    isMobile: device.isMobile,
    hasTouch: true,
    // Pictures that are committed stay small.
    deviceScaleFactor: selection && !device.isMobile ? 1 : 2,
    colorScheme: variant.colorScheme,
    timezoneId: 'Asia/Shanghai',
    // Update notices of the service worker would cover the screens.
    serviceWorkers: 'block',
  })
  await context.addInitScript((locale) => localStorage.setItem('locale', locale), variant.locale)
  const page = await context.newPage()
  for (const screen of selectedScreens) {
    await screen.open(page)
    await page.waitForTimeout(500) // pictures fade in, fonts settle
    const path = join(folder, `${toName(screen.name)}.jpg`)
    await page.screenshot({ path, type: 'jpeg', quality: selection ? 60 : 72 })
    console.log(path)
  }
  await context.close()
}
