import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type BrowserContext } from '@playwright/test'
import { expect, test as base } from '../../support/e2e.ts'
import { startFaultServer, type FaultServer } from '../../support/fault-server.ts'
import { startForum, type ForumProcess } from '../../support/forum-process.ts'
import { relaxDurability } from '../../support/relaxed-durability.ts'
import { copyProfile, makeFolder, prepareProfiles, type Profile } from './profiles.ts'

/**
 * The app's address in every test, since what a browser keeps belongs to an address with its port. A name below
 * localhost counts as secure in every Chromium, and the app takes it for another machine: on its own one it keeps asking.
 */
const host = 'forum.localhost'

/** A phone's browser, with what it keeps. */
interface Phone {
  start: () => Promise<BrowserContext>
  /** Ends the browser as an empty battery does: it writes nothing any more. It can be started again. */
  crash: () => Promise<void>
}

interface Fixtures {
  /** What lies on the phone when the test begins; `fresh` when the app was never opened. */
  device: Profile | 'fresh'
  /** Makes the network or the server fail from here on, until the end of the test. */
  network: FaultServer
  /** A forum of the test's own in place of the shared one: its content may change. */
  ownForum: ForumProcess
  phone: Phone
}

interface WorkerFixtures {
  front: FaultServer
  profiles: string
}

/** Playwright's test on a phone that has the app and its data. All requests pass the fault server. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  device: ['visited', { option: true }],
  front: [
    async ({ forum }, use) => {
      const front = await startFaultServer(forum.url)
      await use(front)
      await front.stop()
    },
    { scope: 'worker' },
  ],
  launchOptions: [
    async ({ launchOptions, front }, use) => {
      const rule = `--host-resolver-rules=MAP ${host}:80 127.0.0.1:${front.port}`
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), rule] })
    },
    { scope: 'worker' },
  ],
  baseURL: async ({}, use) => use(`http://${host}`),
  profiles: [
    async ({ launchOptions }, use, { project }) => {
      const folder = join(project.outputDir, 'profiles')
      await prepareProfiles(folder, launchOptions, `http://${host}`)
      await use(folder)
    },
    // Time of its own: it is no part of the first test.
    { scope: 'worker', timeout: 120_000 },
  ],
  network: async ({ front }, use) => {
    front.mend()
    await use(front)
    front.mend()
    front.setOffline(false)
  },
  ownForum: async ({ forum, network }, use) => {
    const own = await startForum()
    network.handTo(own.url)
    await use(own)
    network.handTo(forum.url)
    await own.stop()
  },
  phone: async ({ device, profiles, launchOptions, network }, use) => {
    const folder = device === 'fresh' ? await makeFolder() : await copyProfile(profiles, device)
    const started: BrowserContext[] = []
    await use({
      start: async () => {
        const context = await chromium.launchPersistentContext(folder, launchOptions)
        await context.addInitScript(relaxDurability)
        cutConnectionsOffline(context, network)
        started.push(context)
        return context
      },
      async crash() {
        const context = started.pop()
        const closed = context?.waitForEvent('close')
        const devtools = await context?.browser()?.newBrowserCDPSession()
        // It does not come back.
        devtools?.send('Browser.crash').catch(() => undefined)
        await closed
      },
    })
    await Promise.all(started.map((context) => context.close()))
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  },
  context: async ({ phone }, use) => use(await phone.start()),
  page: async ({ context }, use) => use(context.pages()[0] ?? (await context.newPage())),
})

/**
 * Makes `context.setOffline` break the connections of the fault server too: the browser's emulation alone lets requests
 * of a newly opened page through.
 */
function cutConnectionsOffline(context: BrowserContext, network: FaultServer): void {
  const emulate = context.setOffline.bind(context)
  network.setOffline(false)
  context.setOffline = async (offline) => {
    network.setOffline(offline)
    await emulate(offline)
  }
}

export { expect }
