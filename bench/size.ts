import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { precachedFiles } from '../tests/build/console-is-lazy.ts'
import { startForum } from '../tests/support/forum-process.ts'
import { type Bench, type Figure } from './bench.ts'
import { withBrowser } from './browser.ts'
import { findPublicRoutes } from './public-routes.ts'

const dist = fileURLToPath(new URL('../dist', import.meta.url))

/** Scripts and styles that home may load, and every other public page, in kB. */
const mostOfHome = 115
const mostOfOthers = 130
/** What the registration may load beyond home, in kB. */
const mostOfRegistration = 60

/** What every public page loads, and what the worker keeps from the start, as brotli's bytes. */
export const size: Bench = {
  name: 'size',
  run: async () => {
    const forum = await startForum()
    try {
      const figures: Figure[] = []
      for (const { name, path } of await findPublicRoutes(forum.url))
        figures.push(await pageSize(forum.url, path, name, path === '/' ? mostOfHome : mostOfOthers))
      return [...figures, await registrationSize(forum.url), await precacheSize()]
    } finally {
      await forum.stop()
    }
  },
}

/** Follows which scripts and styles a page asks for; the worker's own requests are left out. */
export function followCode(page: Page): ReadonlySet<string> {
  const asked = new Set<string>()
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (/[.](js|css)$/.test(pathname) && !response.request().serviceWorker()) asked.add(pathname)
  })
  return asked
}

/** Scripts and styles that the browser asks for until the page is quiet. */
async function pageSize(url: string, path: string, name: string, most: number): Promise<Figure> {
  const files = await withBrowser(async (_context, page) => {
    const asked = followCode(page)
    await page.goto(`${url}${path}`, { waitUntil: 'networkidle' })
    return [...asked]
  })
  if (files.some((file) => file.includes('console')))
    throw new Error(`${path} loads console files: ${files.join(', ')}`)
  const bytes = await brotliBytes(files.filter((file) => file !== '/sw.js'))
  return {
    name: `JavaScript and CSS of ${name}`,
    value: bytes / 1000,
    unit: 'kB',
    goal: { most },
    conditions: `brotli, ${files.length} files, first visit until the network is quiet`,
  }
}

/** What the registration brings beyond home when its form is opened: all of its steps, but neither the photo's editor nor the toast. */
async function registrationSize(url: string): Promise<Figure> {
  const files = await withBrowser(async (_context, page) => {
    const asked = followCode(page)
    await page.goto(url, { waitUntil: 'networkidle' })
    const ofHome = new Set(asked)
    for (const path of ['/register', '/register?step=mobile'])
      await page.goto(`${url}${path}`, { waitUntil: 'networkidle' })
    return [...asked].filter((file) => !ofHome.has(file))
  })
  return {
    name: 'JavaScript and CSS of the registration beyond home',
    value: (await brotliBytes(files)) / 1000,
    unit: 'kB',
    goal: { most: mostOfRegistration },
    conditions: `brotli, ${files.length} files with all texts, its landing page and its form`,
  }
}

async function precacheSize(): Promise<Figure> {
  const files = precachedFiles(await readFile(join(dist, 'sw.js'), 'utf8'))
  return {
    name: 'precache',
    value: (await brotliBytes(files)) / 1000,
    unit: 'kB',
    goal: { most: 1200 },
    conditions: `brotli where the build makes it, ${files.length} files`,
  }
}

/** Bytes of files of the app as they travel. */
export async function brotliBytes(files: readonly string[]): Promise<number> {
  let bytes = 0
  for (const file of files) {
    const path = join(dist, file)
    const info = await stat(`${path}.br`).catch(() => stat(path))
    bytes += info.size
  }
  return bytes
}
