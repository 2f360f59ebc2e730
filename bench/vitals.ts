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
const answerMs = 1500

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
  const of = (key: keyof Vitals) => median(visits.map((each) => each[key]))
  return [
    { name: `${name}: largest contentful paint`, value: of('largestPaintMs'), unit: 'ms', conditions },
    {
      name: `${name}: layout shift in hundredths`,
      value: of('shift') * 100,
      unit: 'hundredths',
      goal: { most: maxShift * 100 },
      conditions,
    },
    {
      name: `${name}: interaction to next paint`,
      value: of('interactionMs'),
      unit: 'ms',
      conditions: `${conditions}; a tap on the page's first button, or its field and a letter`,
    },
  ]
}

function visit(address: string): Promise<Vitals> {
  return withBrowser(async (_context, page, cdp) => {
    await page.addInitScript(note)
    await slowProcessor(cdp)
    await slowNetwork(cdp)
    await page.goto(address, { waitUntil: 'commit' })
    await page.waitForTimeout(settleMs)
    await touch(page)
    await page.waitForTimeout(answerMs)
    const seen = await page.evaluate(() => (window as unknown as { vitals: Vitals }).vitals)
    if (seen.largestPaintMs === 0) throw new Error(`${address}: nothing was painted`)
    if (seen.interactionMs === 0) throw new Error(`${address}: no interaction was seen`)
    return seen
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
function note(): void {
  const seen = Object.assign(window, { vitals: { largestPaintMs: 0, shift: 0, interactionMs: 0 } }).vitals
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- the page gets this function alone
  const follow = (type: string, take: (entry: PerformanceEntry) => void, more: object = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
      ...more,
    })
  follow('largest-contentful-paint', (entry) => (seen.largestPaintMs = entry.startTime))
  follow('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
    if (!hadRecentInput) seen.shift += value
  })
  const takeInteraction = (entry: PerformanceEntry) => {
    if ((entry as PerformanceEntry & { interactionId?: number }).interactionId)
      seen.interactionMs = Math.max(seen.interactionMs, entry.duration)
  }
  follow('event', takeInteraction, { durationThreshold: 16 })
  follow('first-input', takeInteraction)
}
