import type { Page } from '@playwright/test'
import { median, type Figure } from './bench.ts'
import { slowProcessor, untilOfflineReady, withBrowser } from './browser.ts'

const runs = 9

/** Size of the persisted cache, in characters, above which the app shows a notice. */
const snapshotChars = 800_000

/**
 * Measures how long a start waits for the persisted cache: read from localStorage, validated, and put into the query
 * cache.
 */
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

/** Runs in the page: grows the snapshot to a length by a query with more sessions like its own. */
function growSnapshot(chars: number): void {
  const key = 'rq:1:pub'
  const text = localStorage.getItem(key) ?? ''
  const line =
    text.split('\n').find((candidate) => candidate.startsWith('{"hash":"[\\"sessions\\"]"')) ?? '{}'
  const sessions = JSON.parse(line) as { data: unknown[] }
  const addedSessions: unknown[] = []
  const getGrownText = () => {
    const addedQuery = { ...sessions, hash: '["more"]', key: ['more'], data: addedSessions }
    return `${text}\n${JSON.stringify(addedQuery)}`
  }
  const perSession = line.length / sessions.data.length
  while (getGrownText().length < chars) {
    const missing = Math.ceil((chars - getGrownText().length) / perSession)
    addedSessions.push(...sessions.data.slice(0, missing))
  }
  localStorage.setItem(key, getGrownText())
}

/** Measures with the worker serving the app and an otherwise idle processor. */
async function restoreMs(page: Page, url: string): Promise<number> {
  await page.goto(`${url}/user/login`)
  const durationHandle = await page.waitForFunction(
    () => performance.getEntriesByName('restore')[0]?.duration,
  )
  const chars = await page.evaluate(() => localStorage.getItem('rq:1:pub')?.length ?? 0)
  // If the app wrote less than it read, this would measure something else.
  if (chars < snapshotChars) throw new Error(`only ${chars} characters were restored`)
  return Number(await durationHandle.jsonValue())
}
