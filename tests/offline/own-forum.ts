import { startForum, type ForumProcess } from '../support/forum-process.ts'
import { test as base } from './phone.ts'

/** The tests of phones with a forum of the test's own, whose content may change. */
export const test = base.extend<{ ownForum: ForumProcess }>({
  ownForum: async ({ forum, network }, use) => {
    const own = await startForum()
    network.handTo(own.url)
    await use(own)
    network.handTo(forum.url)
    await own.stop()
  },
})
