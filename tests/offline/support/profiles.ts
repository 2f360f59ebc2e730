import { cpSync, existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, rmdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { chromium, expect, type BrowserContext, type LaunchOptions } from '@playwright/test'
import { publicPages, readContent } from '../../support/menu-pages.ts'
import { show, visit } from './pages.ts'

/** What a phone has stored: the app without data, or all that one visit of the public pages stores. */
export type Profile = 'installed' | 'visited'

/** Caches of the browser that it fills again. Tests see what worker and page keep, and copying takes a tenth. */
const refilled = [
  'Cache',
  'GPUCache',
  'DawnGraphiteCache',
  'DawnWebGPUCache',
  'Shared Dictionary',
  'shared_proto_db',
]

/** Between two looks for profiles that another process makes, in milliseconds. */
const lookEveryMs = 50

/**
 * Makes the browser profiles of a run: whichever process comes first makes them, the others wait for it. A profile holds
 * the data of one origin, so the app must have the same address in all of them.
 * @param folder folder of this run; Playwright empties its output folder when a run begins
 */
export async function prepareProfiles(
  folder: string,
  launchOptions: LaunchOptions,
  baseURL: string,
): Promise<void> {
  const made = join(folder, 'made')
  const lock = join(folder, 'lock')
  await mkdir(folder, { recursive: true })
  while (!existsSync(made)) {
    if (!(await take(lock))) {
      await wait(lookEveryMs)
      continue
    }
    try {
      if (!existsSync(made)) await makeProfiles(folder, { ...launchOptions, baseURL })
      await writeFile(made, '')
    } finally {
      // Where it failed another process tries again.
      await rmdir(lock)
    }
  }
}

/** @returns false when another process has the lock */
const take = (lock: string): Promise<boolean> =>
  mkdir(lock).then(
    () => true,
    () => false,
  )

/** Copies a profile for one test. @returns the folder, which the test removes */
export async function copyProfile(folder: string, profile: Profile): Promise<string> {
  const copy = await makeFolder()
  // The asynchronous `cp` takes half a second for hundreds of small files, this one 20 ms.
  cpSync(join(folder, profile), copy, { recursive: true })
  return copy
}

/** Makes the folder of a browser that was never used. */
export const makeFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'forum-profile-'))

type ContextOptions = LaunchOptions & { baseURL: string }

async function makeProfiles(folder: string, options: ContextOptions): Promise<void> {
  const path = join(folder, 'visited')
  for (const profile of ['installed', 'visited'])
    await rm(join(folder, profile), { recursive: true, force: true })
  await use(path, options, async (context) => {
    const page = await context.newPage()
    await visit(page, '/user/login')
  })
  cpSync(path, join(folder, 'installed'), { recursive: true })
  // The second time the browser keeps compiled scripts too.
  for (let times = 0; times < 2; times += 1) await use(path, options, visitPublicPages)
  for (const profile of ['installed', 'visited'])
    for (const name of refilled)
      await rm(join(folder, profile, 'Default', name), { recursive: true, force: true })
}

async function visitPublicPages(context: BrowserContext): Promise<void> {
  const page = await context.newPage()
  const unanswered = new Set<unknown>()
  page.on('request', (request) => unanswered.add(request))
  page.on('requestfinished', (request) => unanswered.delete(request))
  page.on('requestfailed', (request) => unanswered.delete(request))
  for (const { path, shows } of publicPages) {
    await page.goto(path)
    await readContent(page, shows, 'zh-CN')
    // Playwright's `networkidle` waits half a second longer on each page; the stored data are the same.
    await expect.poll(() => unanswered.size, { intervals: [20] }).toBe(0)
    await show(page, 'hidden')
  }
  // How pages were last shown has tests of its own; in the others each text stands on the screen once.
  await page.evaluate(async () => {
    for (const name of await caches.keys()) if (name.startsWith('looks:')) await caches.delete(name)
  })
}

async function use(
  folder: string,
  options: ContextOptions,
  work: (context: BrowserContext) => Promise<void>,
): Promise<void> {
  // Playwright applies the options of the running test to new contexts; some tests block service workers.
  const context = await chromium.launchPersistentContext(folder, { ...options, serviceWorkers: 'allow' })
  try {
    await work(context)
  } finally {
    // What is on its way to the disk is written when the browser ends.
    await context.close()
  }
}
