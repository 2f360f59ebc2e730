import type { Page } from '@playwright/test'
import { startForum } from '../tests/support/forum-process.ts'
import { median, type Bench, type Figure } from './bench.ts'
import { profileText, slowNetwork, slowProcessor, withBrowser } from './browser.ts'
import { findPublicRoutes, type PublicRoute } from './public-routes.ts'

/** Visits per page; the median counts. */
const runs = 3
/** Time in milliseconds after which the slowest page is settled. */
const settleMs = 6000
/** Time in milliseconds after which the response to a touch is painted. */
const responseMs = 1500

/** Maximum layout shift of every public page. */
const maxShift = 0.02

/** Measurements of a visit. */
interface Vitals {
  largestPaintMs: number
  shift: number
  interactionMs: number
}

/**
 * Measures first visits to every public page on a mid-range phone: largest paint, layout shift, response to a touch.
 */
export const vitals: Bench = {
  name: 'vitals',
  run: async () => {
    const forum = await startForum()
    try {
      const figures: Figure[] = []
      for (const route of await findPublicRoutes(forum.url))
        figures.push(...(await measurePage(forum.url, route)))
      return figures
    } finally {
      await forum.stop()
    }
  },
}

async function measurePage(url: string, { name, path }: PublicRoute): Promise<Figure[]> {
  const visits: Vitals[] = []
  for (let run = 0; run < runs; run += 1) visits.push(await visit(url + path))
  const conditions = `${profileText}, nothing cached, median of ${runs}`
  const getMedian = (key: keyof Vitals) => median(visits.map((visitResult) => visitResult[key]))
  return [
    { name: `${name}: largest contentful paint`, value: getMedian('largestPaintMs'), unit: 'ms', conditions },
    {
      name: `${name}: layout shift in hundredths`,
      value: getMedian('shift') * 100,
      unit: 'hundredths',
      goal: { most: maxShift * 100 },
      conditions,
    },
    {
      name: `${name}: interaction to next paint`,
      value: getMedian('interactionMs'),
      unit: 'ms',
      conditions: `${conditions}; a tap on the page's first button, or its field and a letter`,
    },
  ]
}

function visit(pageUrl: string): Promise<Vitals> {
  return withBrowser(async (_context, page, cdp) => {
    await page.addInitScript(recordVitals)
    await slowProcessor(cdp)
    await slowNetwork(cdp)
    await page.goto(pageUrl, { waitUntil: 'commit' })
    await page.waitForTimeout(settleMs)
    await touch(page)
    await page.waitForTimeout(responseMs)
    const measured = await page.evaluate(() => (window as unknown as { vitals: Vitals }).vitals)
    if (measured.largestPaintMs === 0) throw new Error(`${pageUrl}: nothing was painted`)
    if (measured.interactionMs === 0) throw new Error(`${pageUrl}: no interaction was seen`)
    return measured
  })
}

/** Types a letter into the page's field, or taps a button of the page, or "more" in the tab bar. */
async function touch(page: Page): Promise<void> {
  const field = page.locator('main input[type=search]').filter({ visible: true }).first()
  if ((await field.count()) > 0) {
    await field.tap()
    return page.keyboard.press('a')
  }
  const buttons = page.locator('main button:enabled').filter({ visible: true })
  const button = (await buttons.count()) > 0 ? buttons.first() : page.locator('nav button').last()
  await button.tap()
}

/** Runs in the page before its scripts: records what the browser measures, with web-vitals' definitions. */
function recordVitals(): void {
  const measured = Object.assign(window, { vitals: { largestPaintMs: 0, shift: 0, interactionMs: 0 } }).vitals
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- the page gets this function alone
  const observe = (type: string, handleEntry: (entry: PerformanceEntry) => void, options: object = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(handleEntry)).observe({
      type,
      buffered: true,
      ...options,
    })
  observe('largest-contentful-paint', (entry) => (measured.largestPaintMs = entry.startTime))
  observe('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
    if (!hadRecentInput) measured.shift += value
  })
  const takeInteraction = (entry: PerformanceEntry) => {
    if ((entry as PerformanceEntry & { interactionId?: number }).interactionId)
      measured.interactionMs = Math.max(measured.interactionMs, entry.duration)
  }
  observe('event', takeInteraction, { durationThreshold: 16 })
  observe('first-input', takeInteraction)
}
