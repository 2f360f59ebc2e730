import { test as base, expect, type Page } from '@playwright/test'
import { startForum, type ForumProcess } from './forum-process.ts'
import { relaxDurability } from './relaxed-durability.ts'

/** Forbidden behaviour of the browser. */
export interface Conduct {
  /** URLs requested from hosts other than the forum's. */
  foreignRequests: string[]
  /** Errors in the console and uncaught exceptions, without API calls that a busy server refused or no network carried. */
  errors: string[]
}

interface TestFixtures {
  /** Language of the app at its first start; absent: whatever the app chooses. */
  appLocale: 'zh-CN' | 'en' | undefined
  conduct: Conduct
}

interface WorkerFixtures {
  /** A sample forum shared by the tests of one worker: tests must not change it. */
  forum: ForumProcess
}

/** Playwright's test with a running forum, and a watch over the browser's conduct. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  forum: [
    async ({}, use) => {
      const forum = await startForum()
      await use(forum)
      await forum.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ forum }, use) => use(forum.url),
  appLocale: [undefined, { option: true }],
  context: async ({ context, appLocale }, use) => {
    await context.addInitScript(relaxDurability)
    if (appLocale) await context.addInitScript(startIn, appLocale)
    await use(context)
  },
  conduct: async ({ page, baseURL }, use) => {
    const conduct = watch(page, baseURL ?? '')
    await use(conduct)
  },
})

export { expect }

/**
 * Returns and clears the browser's errors and foreign requests, so that each screen is checked alone. The browser logs
 * a rejected request as an error; those with the status `refusedWith` are left out.
 */
export function conductOn(
  { refusedWith }: { refusedWith?: 404 | 409 },
  { errors, foreignRequests }: Conduct,
): Conduct {
  const isFault = (error: string) => refusedWith === undefined || !error.includes(`status of ${refusedWith}`)
  return { errors: errors.splice(0).filter(isFault), foreignRequests: foreignRequests.splice(0) }
}

/** Runs in the page before its scripts; a language chosen later in the test stays. Frames without storage are passed. */
function startIn(locale: string): void {
  if (origin === 'null') return
  if (!localStorage.getItem('locale')) localStorage.setItem('locale', locale)
}

function watch(page: Page, baseURL: string): Conduct {
  const conduct: Conduct = { foreignRequests: [], errors: [] }
  page.context().on('request', (request) => {
    const url = new URL(request.url())
    if (url.protocol.startsWith('http') && url.origin !== new URL(baseURL).origin)
      conduct.foreignRequests.push(url.href)
  })
  // Listens to the whole context, so that files and tabs opened by the page count.
  page.context().on('weberror', (error) => conduct.errors.push(String(error.error())))
  page.context().on('console', (message) => {
    const line = `${message.text()} (${message.location().url})`
    // The app repeats an API call that a busy server rejects with 503, or that the lost network cuts off: neither is an
    // error of the page, but the browser logs both.
    if (message.type() === 'error' && !/(?:status of 503|net::ERR_).*\/api\//.test(line))
      conduct.errors.push(line)
  })
  return conduct
}
