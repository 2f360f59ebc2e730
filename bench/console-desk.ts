import type { Locator, Page } from '@playwright/test'
import type { ForumProcess } from '../tests/support/forum-process.ts'
import { addApplicant, callForum, register } from '../tests/support/people.ts'
import { untilDrawn } from '../tests/support/until-drawn.ts'
import { median, type Figure } from './bench.ts'
import { profile, slowProcessor, tablet, untilOfflineReady, withBrowser } from './browser.ts'

const approvals = 10
/**
 * Pause between two touches in milliseconds. Organisers read before they decide, and two touches within 300 ms are a
 * double tap.
 */
const pauseMs = 400

/** Measures the approval of ten registrations by touch, from the landing page to the last of them: touches and time. */
export async function approveTen(forum: ForumProcess, token: string, runs: number): Promise<Figure[]> {
  const results: { touches: number; ms: number }[] = []
  for (let run = 0; run < runs; run += 1) {
    await fillQueue(forum, token)
    results.push(await approveAll(forum, token))
  }
  const conditions = `from the landing page on, each touch (Playwright's) ${pauseMs} ms after the photo stands there, CPU slowed ${profile.cpuSlowdown} times, median of ${runs}`
  const seconds = results.map(({ ms }) => ms / 1000)
  return [
    {
      name: 'ten registrations approved by thumb: touches',
      value: Math.max(...results.map(({ touches }) => touches)),
      unit: '',
      goal: { most: approvals + 2 },
      conditions,
    },
    {
      name: 'ten registrations approved by thumb: time',
      value: median(seconds),
      unit: 's',
      conditions: `${conditions}; slowest ${Math.max(...seconds).toFixed(1)}`,
    },
  ]
}

async function approveAll(forum: ForumProcess, token: string): Promise<{ touches: number; ms: number }> {
  return withBrowser(async (_context, page, cdp) => {
    await page.goto(`${forum.url}/user/login`)
    await page.evaluate((text) => sessionStorage.setItem('token', text), token)
    await page.goto(`${forum.url}/console`)
    await untilDrawn(page)
    await untilOfflineReady(page)
    // Other modules' names end in the same word, and the longest-waiting comes first.
    const queueLink = page.locator('main li a[href^="/console/registrations?"][href*="desk=review"]')
    await queueLink.waitFor()
    await slowProcessor(cdp)
    let touches = 0
    const touch = async (locator: Locator) => {
      touches += 1
      await locator.tap()
    }
    const startMs = performance.now()
    await touch(queueLink)
    await touch(page.locator('main figure button, main form button').first())
    for (let position = 1; position <= approvals; position += 1) {
      await untilPosition(page, position)
      await page.locator('main figure img').waitFor()
      await page.waitForTimeout(pauseMs)
      await touch(page.locator('main footer').getByRole('button', { name: '通过', exact: true }))
    }
    await page.locator('main footer, main').getByText('全部处理完毕').waitFor()
    const ms = performance.now() - startMs
    // The last decisions can still be undone and wait on the tablet.
    await untilEmpty(forum, token)
    return { touches, ms }
  }, tablet)
}

const untilPosition = (page: Page, position: number) =>
  page
    .locator('main header output')
    .filter({ hasText: new RegExp(`^第 ${position} 条`) })
    .waitFor()

const countPending = async (forum: ForumProcess, token: string): Promise<number> => {
  const path = '/front/query/registrations/all?filters=status:in:submitted|under_review&size=1'
  return (await callForum<{ total: number }>(forum, path, { token })).total
}

async function fillQueue(forum: ForumProcess, token: string): Promise<void> {
  for (let pendingCount = await countPending(forum, token); pendingCount < approvals; pendingCount += 1)
    await register(forum, await addApplicant(forum))
}

/** Waits until decisions are sent, which is when they can no longer be undone. @throws Error when some are not sent */
async function untilEmpty(forum: ForumProcess, token: string): Promise<void> {
  for (let tries = 0; (await countPending(forum, token)) > 0; tries += 1) {
    if (tries > 200) throw new Error('decisions have not gone out')
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
