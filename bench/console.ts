import type { Page } from '@playwright/test'
import { startForum, type ForumProcess } from '../tests/support/forum-process.ts'
import { callForum, organiserToken } from '../tests/support/people.ts'
import { median, type Bench, type Figure } from './bench.ts'
import {
  recordPaint,
  paintMs,
  profile,
  slowProcessor,
  tablet,
  untilOfflineReady,
  withBrowser,
} from './browser.ts'
import { consoleCode } from './console-code.ts'
import { approveTen } from './console-desk.ts'
import { scrollList, type ScrollResult } from './console-scrolling.ts'

const rows = 10_000
const listPath = '/console/registrations'
const firstRow = 'main [data-row] a'
/** Longer than a start takes, in milliseconds. */
const settleMs = 4000
/** Typical search terms of organisers: names, numbers, companies. */
const searchTerms = ['Person 987', '能源研究院 4', 'Wind developer 1', '设备制造', 'load777']

const runs = searchTerms.length
/** Number of runs of ten approvals. */
const rounds = 3
const conditions = `${rows.toLocaleString('en')} registrations, CPU slowed ${profile.cpuSlowdown} times, 1180x820, touch`

/** Measurements of one tablet with the long list. */
interface Measured {
  firstRowsMs: number
  scrolled: ScrollResult
  searchMs: number
}

/** Measures the console on a tablet: its code, ten decisions, and a list of ten thousand rows. */
export const organisers: Bench = {
  name: 'console',
  run: async () => {
    const forum = await startForum({ isStartedByNpm: true })
    try {
      const token = await organiserToken(forum)
      const code = await consoleCode(forum, token)
      const decisions = await approveTen(forum, token, rounds)
      await forum.forum(['load-sample', '--registrations', String(rows)])
      const measurements: Measured[] = []
      for (const word of searchTerms) measurements.push(await useList(forum, token, word))
      return [...code, ...decisions, ...toFigures(measurements)]
    } finally {
      await forum.stop()
    }
  },
}

/** Earlier visits. At the third the browser caches compiled code, as on a tablet in use. */
const visits = 3

/** Uses the list on a tablet: opens it again, scrolls and searches. */
async function useList(forum: ForumProcess, token: string, word: string): Promise<Measured> {
  const query = new URLSearchParams({ q: word, size: '1' }).toString()
  const path = `/front/query/registrations/all?${query}`
  const { total } = await callForum<{ total: number }>(forum, path, { token })
  if (total === 0 || total >= rows) throw new Error(`"${word}" finds ${total}`)
  return withBrowser(async (_context, page, cdp) => {
    await page.goto(`${forum.url}/user/login`)
    await page.evaluate((text) => sessionStorage.setItem('token', text), token)
    for (let visit = 0; visit < visits; visit += 1) {
      await page.goto(forum.url + listPath)
      await page.waitForSelector(firstRow)
      await untilOfflineReady(page)
      await page.waitForTimeout(2000) // responses are persisted when the page is idle
    }
    await recordPaint(page, firstRow)
    await slowProcessor(cdp)
    await page.goto(forum.url + listPath)
    const firstRowsMs = await paintMs(page, settleMs)
    const scrolled = await scrollList(page, cdp)
    return { firstRowsMs, scrolled, searchMs: await searchFor(page, word, total) }
  }, tablet)
}

async function searchFor(page: Page, word: string, total: number): Promise<number> {
  await page.getByRole('searchbox').focus()
  await page.waitForTimeout(2000)
  await page.evaluate(recordResultPaint, total)
  for (const letter of word) {
    await page.keyboard.insertText(letter)
    await page.waitForTimeout(120)
  }
  const handle = await page.waitForFunction(
    () => performance.getEntriesByName('found-painted', 'measure')[0]?.duration,
  )
  return Number(await handle.jsonValue())
}

/** Runs in the page: measures from the last letter typed to the paint of as many rows as the server finds. */
function recordResultPaint(total: number): void {
  let start = 0
  const box = document.querySelector<HTMLInputElement>('input[type=search]')
  box?.addEventListener('input', ({ timeStamp }) => (start = timeStamp), { capture: true })
  const observer = new MutationObserver(() => {
    const shownCount = document.querySelector('main header output')?.textContent ?? ''
    if (Number(shownCount.replaceAll(/\D/g, '')) !== total || !document.querySelector('main [data-row] a'))
      return
    observer.disconnect()
    requestAnimationFrame(
      () =>
        void scheduler.postTask(() => performance.measure('found-painted', { start }), {
          priority: 'user-blocking',
        }),
    )
  })
  observer.observe(document, { childList: true, subtree: true, characterData: true })
}

function toFigures(measurements: readonly Measured[]): Figure[] {
  const all = (getValue: (measurement: Measured) => number) => measurements.map(getValue)
  const slowest = (getValue: (measurement: Measured) => number) =>
    `slowest ${Math.round(Math.max(...all(getValue)))}`
  const medianConditions = `${conditions}, median of ${runs}`
  const frames = Math.round(median(all(({ scrolled }) => scrolled.frames)))
  return [
    {
      name: 'start to the first rows',
      value: median(all(({ firstRowsMs }) => firstRowsMs)),
      unit: 'ms',
      goal: { most: 1000 },
      conditions: `${medianConditions}, list opened ${visits} times before, rows requested again; ${slowest((measurement) => measurement.firstRowsMs)}`,
    },
    {
      name: 'frames of scrolling without a task over 50 ms',
      value: median(all(({ scrolled }) => scrolled.smoothShare * 100)),
      unit: '%',
      goal: { least: 95 },
      conditions: `${medianConditions}, ${frames} frames of flicks, ${Math.round(median(all(({ scrolled }) => scrolled.distancePx)))} px down; longest task ${slowest(({ scrolled }) => scrolled.longestMs)} ms`,
    },
    {
      name: 'rows in the document while scrolling, at most',
      value: Math.max(...all(({ scrolled }) => scrolled.rows)),
      unit: 'rows',
      goal: { most: 60 },
      conditions: `${conditions}, ${runs} runs`,
    },
    {
      name: 'last key of a search to its rows',
      value: median(all(({ searchMs }) => searchMs)),
      unit: 'ms',
      goal: { most: 300 },
      conditions: `${medianConditions}, different words, typed 120 ms apart; ${slowest((measurement) => measurement.searchMs)}`,
    },
  ]
}
