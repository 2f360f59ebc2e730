import type { Page } from '@playwright/test'
import { median, type Figure } from './bench.ts'
import { slowProcessor, untilOfflineReady, withBrowser } from './browser.ts'

const runs = 9

/** What the saved cache may hold before the person is told, in characters (offline.md 1). */
const snapshotChars = 800_000

/** How long the start waits for the saved cache: read from localStorage, checked, and put into the query cache. */
export async function restore(url: string, name: string): Promise<Figure> {
  const ms = await withBrowser(async (_context, page, cdp) => {
    await page.goto(`${url}/agenda`)
    await untilOfflineReady(page)
    await page.waitForFunction(() => localStorage.getItem('rq:1:pub')?.includes('[\\"sessions\\"]'))
    await page.goto(`${url}/robots.txt`)
    await page.evaluate(growSnapshot, snapshotChars)
    await slowProcessor(cdp)
    const measured: number[] = []
    for (let run = 0; run < runs; run += 1) measured.push(await restoreMs(page, url))
    return measured
  })
  return {
    name: 'restore of 0.8 million characters',
    value: median(ms),
    unit: 'ms',
    goal: { most: 60 },
    conditions: `${name}, CPU slowed 4 times, median of ${runs}`,
  }
}

/** In the page: brings the snapshot to a length with more sessions like its own, as a query of their own. */
function growSnapshot(chars: number): void {
  const key = 'rq:1:pub'
  const text = localStorage.getItem(key) ?? ''
  const line = text.split('\n').find((one) => one.startsWith('{"hash":"[\\"sessions\\"]"')) ?? '{}'
  const sessions = JSON.parse(line) as { data: unknown[] }
  const others: unknown[] = []
  const grown = () => {
    const more = { ...sessions, hash: '["more"]', key: ['more'], data: others }
    return `${text}\n${JSON.stringify(more)}`
  }
  const perSession = line.length / sessions.data.length
  while (grown().length < chars) {
    const missing = Math.ceil((chars - grown().length) / perSession)
    others.push(...sessions.data.slice(0, missing))
  }
  localStorage.setItem(key, grown())
}

/** The worker serves the app; the processor does nothing else meanwhile. */
async function restoreMs(page: Page, url: string): Promise<number> {
  await page.goto(`${url}/user/login`)
  const taken = await page.waitForFunction(() => performance.getEntriesByName('restore')[0]?.duration)
  const chars = await page.evaluate(() => localStorage.getItem('rq:1:pub')?.length ?? 0)
  // The app may write less than it read: then this would measure something else.
  if (chars < snapshotChars) throw new Error(`only ${chars} characters were restored`)
  return Number(await taken.jsonValue())
}
