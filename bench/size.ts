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

/** Maximum scripts and styles of the home page and every other public page, in kB. */
const maxHomeKb = 115
const maxPageKb = 130
/** Maximum of the registration beyond the home page, in kB. */
const maxRegistrationKb = 60

/** Measures what every public page loads and what the worker precaches, in brotli bytes. */
export const size: Bench = {
  name: 'size',
  run: async () => {
    const forum = await startForum()
    try {
      const figures: Figure[] = []
      for (const { name, path } of await findPublicRoutes(forum.url))
        figures.push(await pageSize(forum.url, path, name, path === '/' ? maxHomeKb : maxPageKb))
      return [...figures, await registrationSize(forum.url), await precacheSize()]
    } finally {
      await forum.stop()
    }
  },
}

/** Records which scripts and styles a page requests, without the worker's own requests. */
export function recordCode(page: Page): ReadonlySet<string> {
  const requested = new Set<string>()
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (/[.](js|css)$/.test(pathname) && !response.request().serviceWorker()) requested.add(pathname)
  })
  return requested
}

/** Measures the scripts and styles that the browser requests until the page is idle. */
async function pageSize(url: string, path: string, name: string, maxKb: number): Promise<Figure> {
  const files = await withBrowser(async (_context, page) => {
    const requested = recordCode(page)
    await page.goto(`${url}${path}`, { waitUntil: 'networkidle' })
    return [...requested]
  })
  if (files.some((file) => file.includes('console')))
    throw new Error(`${path} loads console files: ${files.join(', ')}`)
  const bytes = await brotliBytes(files.filter((file) => file !== '/sw.js'))
  return {
    name: `JavaScript and CSS of ${name}`,
    value: bytes / 1000,
    unit: 'kB',
    goal: { most: maxKb },
    conditions: `brotli, ${files.length} files, first visit until the network is quiet`,
  }
}

/**
 * Measures what the registration adds to the home page when its form opens: all of its steps, but neither the photo's
 * editor nor the toast.
 */
async function registrationSize(url: string): Promise<Figure> {
  const files = await withBrowser(async (_context, page) => {
    const requested = recordCode(page)
    await page.goto(url, { waitUntil: 'networkidle' })
    const homeFiles = new Set(requested)
    for (const path of ['/register', '/register?step=mobile'])
      await page.goto(`${url}${path}`, { waitUntil: 'networkidle' })
    return [...requested].filter((file) => !homeFiles.has(file))
  })
  return {
    name: 'JavaScript and CSS of the registration beyond home',
    value: (await brotliBytes(files)) / 1000,
    unit: 'kB',
    goal: { most: maxRegistrationKb },
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

/** Returns the compressed bytes of files of the app. */
export async function brotliBytes(files: readonly string[]): Promise<number> {
  let bytes = 0
  for (const file of files) {
    const path = join(dist, file)
    const info = await stat(`${path}.br`).catch(() => stat(path))
    bytes += info.size
  }
  return bytes
}
