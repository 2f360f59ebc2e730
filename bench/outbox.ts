import type { Page } from '@playwright/test'
import { startForum, type ForumProcess } from '../tests/support/forum-process.ts'
import { fillTravel } from '../tests/support/participant-forms.ts'
import { addParticipant, ownRows, type Applicant } from '../tests/support/people.ts'
import { zh } from '../tests/support/texts.ts'
import { untilDrawn } from '../tests/support/until-drawn.ts'
import { median, type Bench } from './bench.ts'
import { profile, slowProcessor, tapWithoutScripts, untilOfflineReady, withBrowser } from './browser.ts'

/** Number of sent forms, each by its own user and browser. */
const rounds = 15
const [savedText, sendTravel] = [zh('outbox:saved'), zh('travel-infos:send.first')]
/** Polling interval of the row in milliseconds: the figure is at most this much too large. */
const pollIntervalMs = 50
/** Time without network after the form was saved, in milliseconds. */
const offlineMs = 3000

interface Round {
  /** Milliseconds from the submission. */
  savedMs: number
  /** Milliseconds from the end of the touch: the browser has to recognize the tap and its target. */
  tappedMs: number
  sentMs: number
}

/**
 * Measures travel information sent without network: until it is saved on the phone, and from the network's return to
 * the row.
 */
export const outbox: Bench = {
  name: 'outbox',
  run: async () => {
    const forum = await startForum({ env: { RATE_LIMITS: 'off' }, isStartedByNpm: true })
    try {
      const measured: Round[] = []
      for (let round = 0; round < rounds; round += 1) measured.push(await sendOnce(forum))
      const conditions = `CPU slowed ${profile.cpuSlowdown} times, a new travel form, median of ${rounds}`
      const formatSlowest = (key: keyof Round) => Math.round(Math.max(...measured.map((round) => round[key])))
      return [
        {
          name: 'enqueue to "Saved on this phone" painted',
          value: median(measured.map(({ savedMs }) => savedMs)),
          unit: 'ms',
          goal: { most: 100 },
          conditions: `${conditions}; slowest ${formatSlowest('savedMs')}`,
        },
        {
          name: 'tap to "Saved on this phone" painted',
          value: median(measured.map(({ tappedMs }) => tappedMs)),
          unit: 'ms',
          conditions: `${conditions}; slowest ${formatSlowest('tappedMs')}`,
        },
        {
          name: "network is back to the server's row",
          value: median(measured.map(({ sentMs }) => sentMs)),
          unit: 'ms',
          goal: { most: 3000 },
          conditions: `${conditions}, ${offlineMs / 1000} s without network before; slowest ${formatSlowest('sentMs')}`,
        },
      ]
    } finally {
      await forum.stop()
    }
  },
}

async function sendOnce(forum: ForumProcess): Promise<Round> {
  const participant = await addParticipant(forum)
  return withBrowser(async (context, page, cdp) => {
    await page.addInitScript(recordPaints, savedText)
    await page.goto(`${forum.url}/user/login`)
    await page.evaluate((token) => sessionStorage.setItem('token', token), participant.token)
    await page.goto(`${forum.url}/user/travel`)
    await untilDrawn(page)
    await untilOfflineReady(page)
    await fillTravel(page)
    await context.setOffline(true)
    await slowProcessor(cdp)
    await tapWithoutScripts(cdp, page.getByRole('button', { name: sendTravel }))
    // Reading the page at once would disturb the measurement.
    await page.waitForTimeout(offlineMs)
    const painted = await untilPainted(page)
    await context.setOffline(false)
    return { ...painted, sentMs: await untilRow(forum, participant) }
  })
}

async function untilPainted(page: Page): Promise<Pick<Round, 'savedMs' | 'tappedMs'>> {
  const measured = (name: string) =>
    page
      .waitForFunction((of) => performance.getEntriesByName(of, 'measure')[0]?.duration, name)
      .then((handle) => handle.jsonValue().then(Number))
  return { savedMs: await measured('saved-painted'), tappedMs: await measured('tap-painted') }
}

async function untilRow(forum: ForumProcess, participant: Applicant): Promise<number> {
  const backMs = performance.now()
  while ((await ownRows(forum, 'travel_infos', participant)).length === 0)
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs))
  return performance.now() - backMs
}

/**
 * Runs in the page before its scripts: measures from the last tap, and from the submission that it causes, to the
 * visible paint of the text that it is saved.
 */
function recordPaints(words: string): void {
  let tappedMs = 0
  let submittedMs = 0
  addEventListener('click', ({ timeStamp }) => (tappedMs = timeStamp), { capture: true })
  addEventListener('submit', () => (submittedMs = performance.now()), { capture: true })
  const findStatusElements = () =>
    [...document.querySelectorAll('output')].filter(({ textContent }) => textContent.includes(words))
  let isCheckScheduled = false
  const checkPaint = () => {
    isCheckScheduled = false
    const end = performance.now()
    const boxes = findStatusElements().map((element) => element.getBoundingClientRect())
    if (!boxes.some(({ top, bottom }) => top < innerHeight && bottom > 0)) return
    observer.disconnect()
    performance.measure('saved-painted', { start: submittedMs, end })
    performance.measure('tap-painted', { start: tappedMs, end })
  }
  const observer = new MutationObserver(() => {
    if (isCheckScheduled || findStatusElements().length === 0) return
    isCheckScheduled = true
    // The next task after the frame. A timer would come after other queued tasks.
    requestAnimationFrame(() => void scheduler.postTask(checkPaint, { priority: 'user-blocking' }))
  })
  observer.observe(document, { childList: true, subtree: true, characterData: true })
}
