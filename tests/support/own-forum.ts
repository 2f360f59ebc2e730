import { test as base } from './e2e.ts'
import { startForum, type ForumProcess } from './forum-process.ts'
import { organiserToken } from './people.ts'

/** Playwright's test with a forum of its own, whose content may change, and its first organiser's token. */
export const test = base.extend<{ own: ForumProcess; token: string }>({
  own: async ({}, use) => {
    const own = await startForum()
    await use(own)
    await own.stop()
  },
  token: async ({ own }, use) => use(await organiserToken(own)),
  baseURL: async ({ own }, use) => use(own.url),
})
