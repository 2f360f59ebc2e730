import { startForum } from './forum-process.ts'
import { test as base, expect } from './e2e.ts'
import type { ForumProcess } from './forum-process.ts'

/** The tests of pages on the sample forum's second morning, when two halls are live and others recorded or to come. */
export const test = base.extend<object, { forum: ForumProcess }>({
  forum: [
    async ({}, use) => {
      const forum = await startForum({ env: { FORUM_NOW: '2023-09-06T10:10:00+08:00' } })
      await use(forum)
      await forum.stop()
    },
    { scope: 'worker' },
  ],
})

export { expect }
