import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { chromium } from '@playwright/test'
import { findChromium } from '../scripts/lib/system-dependencies.ts'
import { startForum } from '../tests/support/forum-process.ts'
import { freePort } from '../tests/support/free-port.ts'
import { median, type Bench, type Figure } from './bench.ts'
import { findPublicRoutes } from './public-routes.ts'

/** Runs per page: performance varies, and the median counts. */
const runs = 3

/** Attempts per run: now and then Chromium misses the start of a page (NO_NAVSTART and the like). */
const maxAttempts = 3

/** A report has a few MB. */
const maxReportBytes = 100_000_000

/** Scores to reach, in hundredths. */
const goals = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const

const categories = Object.keys(goals) as (keyof typeof goals)[]

/** Runs Lighthouse for every entry of the menu, with its own phone profile, and prints what costs points. */
export const lighthouse: Bench = {
  name: 'lighthouse',
  run: async () => {
    const forum = await startForum()
    try {
      const figures: Figure[] = []
      for (const { name, path } of (await findPublicRoutes(forum.url)).filter((each) => each.isInMenu))
        figures.push(...(await measureScores(name, forum.url + path)))
      return figures
    } finally {
      await forum.stop()
    }
  },
}

/**
 * npm downloads this package when the benchmark runs: as a dependency it would add a quarter to the files of every
 * installation.
 */
const lighthousePackage = 'lighthouse@13.5.0'

const execute = promisify(execFile)

/**
 * Fields of Lighthouse's report (https://github.com/GoogleChrome/lighthouse/blob/main/docs/understanding-results.md).
 */
interface Report {
  categories: Record<
    string,
    { score: number | null; auditRefs: { id: string; weight: number }[] } | undefined
  >
  audits: Record<string, { title: string; displayValue?: string; score: number | null } | undefined>
  runtimeError?: { code: string; message: string }
}

async function measureScores(name: string, url: string): Promise<Figure[]> {
  const reports: Report[] = []
  for (let run = 0; run < runs; run += 1) reports.push(await report(url))
  return categories.map((category) => ({
    name: `${name}: ${category}`,
    value: median(reports.map((each) => toScore(each, category))),
    unit: 'of 100',
    goal: { least: goals[category] },
    conditions: `Lighthouse's phone with its simulated network, first visit, median of ${runs}${formatLosses(reports[0], category)}`,
  }))
}

/** Returns one successful run. @throws Error when none succeeded: a page that cannot be measured may have faults */
async function report(url: string): Promise<Report> {
  let failure = ''
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const run = await openOnce(url)
    if (!run.runtimeError) return run
    failure = `${run.runtimeError.code} ${run.runtimeError.message}`
  }
  throw new Error(`${url}: ${failure}`)
}

/** Uses a new browser without earlier visits. */
async function openOnce(url: string): Promise<Report> {
  const port = await freePort()
  const executablePath = findChromium()
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-background-networking', `--remote-debugging-port=${port}`],
  })
  try {
    const options = [
      `--port=${port}`,
      '--quiet',
      '--output=json',
      `--only-categories=${categories.join(',')}`,
    ]
    const { stdout } = await execute('npx', ['--yes', lighthousePackage, url, ...options], {
      maxBuffer: maxReportBytes,
    })
    return JSON.parse(stdout) as Report
  } finally {
    await browser.close()
  }
}

const toScore = (lighthouseReport: Report, category: string): number =>
  (lighthouseReport.categories[category]?.score ?? 0) * 100

/** Formats the audits that cost points in the first run. */
function formatLosses(lighthouseReport: Report | undefined, category: string): string {
  const losses = (lighthouseReport?.categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
    const audit = lighthouseReport?.audits[id]
    if (!audit || weight === 0 || audit.score === null || audit.score === 1) return []
    return [`${audit.title} ${audit.displayValue ?? ''} (${audit.score})`]
  })
  return losses.length > 0 ? `; ${losses.join(', ')}` : ''
}
