import { chromium, type BrowserContext, type CDPSession, type Locator, type Page } from '@playwright/test'
import { findChromium } from '../scripts/lib/system-dependencies.ts'

/** Profile of a mid-range phone. */
export const profile = {
  viewport: { width: 412, height: 823 },
  cpuSlowdown: 4,
  /** 1.6 Mbit/s */
  downBytesPerSecond: 200_000,
  upBytesPerSecond: 93_750,
  latencyMs: 150,
}

export const profileText = '1.6 Mbit/s down, 150 ms, CPU slowed 4 times, 412x823'

/** Organisers' device: a tablet in landscape with touch. */
export const tablet = { viewport: { width: 1180, height: 820 }, isMobile: false, hasTouch: true }

const phone = { viewport: profile.viewport, isMobile: true, hasTouch: true }

/** Runs a function in a new browser with a new profile in memory, of a phone unless another device is given. */
export async function withBrowser<T>(
  run: (context: BrowserContext, page: Page, cdp: CDPSession) => Promise<T>,
  device: typeof tablet = phone,
): Promise<T> {
  const executablePath = findChromium()
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  })
  try {
    const context = await browser.newContext(device)
    const page = await context.newPage()
    const cdp = await context.newCDPSession(page)
    return await run(context, page, cdp)
  } finally {
    await browser.close()
  }
}

/** Slows the page's processor by the profile. */
export async function slowProcessor(cdp: CDPSession): Promise<void> {
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: profile.cpuSlowdown })
}

/**
 * Taps like a thumb, a moment after the previous input. Playwright's tap runs scripts in the page before and after it,
 * which with this profile take longer than what is measured.
 */
export async function tapWithoutScripts(cdp: CDPSession, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  if (!box) throw new Error('what is to be tapped is not on the screen')
  await target.page().waitForTimeout(thumbMs)
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }]
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await target.page().waitForTimeout(touchMs)
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

/** Pause between the last input and the tap, in milliseconds. */
const thumbMs = 1000
/** Duration of the touch, in milliseconds: rendering of its start is done by then. */
const touchMs = 80

/** Slows the page's network by the profile. */
export async function slowNetwork(cdp: CDPSession): Promise<void> {
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: profile.latencyMs,
    downloadThroughput: profile.downBytesPerSecond,
    uploadThroughput: profile.upBytesPerSecond,
  })
}

/** Records the time from the start of navigation to the first paint of an element that matches a selector. */
export async function recordPaint(page: Page, selector: string): Promise<void> {
  await page.addInitScript((wanted) => {
    const checkPaint = (): boolean => {
      if (!document.querySelector(wanted)) return false
      // The next task after the frame. A timer would come after other queued tasks.
      requestAnimationFrame(
        () =>
          void scheduler.postTask(() => performance.mark('wanted-painted'), { priority: 'user-blocking' }),
      )
      return true
    }
    const observer = new MutationObserver(() => {
      if (checkPaint()) observer.disconnect()
    })
    observer.observe(document, { childList: true, subtree: true })
  }, selector)
}

/**
 * Returns the milliseconds from the start of navigation to the paint recorded by {@link recordPaint}. It waits
 * `quietMs` first: reading the page earlier would load Playwright's scripts into it, which cost 50 ms with this
 * profile.
 */
export async function paintMs(page: Page, quietMs: number): Promise<number> {
  await page.waitForTimeout(quietMs)
  const handle = await page.waitForFunction(
    () => performance.getEntriesByName('wanted-painted')[0]?.startTime,
    null,
    { timeout: 60_000 },
  )
  return Number(await handle.jsonValue())
}

/** Waits until the worker controls the page and has precached everything. */
export async function untilOfflineReady(page: Page): Promise<void> {
  await page.waitForFunction(
    () => navigator.serviceWorker?.controller ?? navigator.serviceWorker?.ready.then((r) => r.active),
  )
}
