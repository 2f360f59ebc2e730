import { defineConfig } from '@playwright/test'
import { chromiumFlags, findPageChromium } from './scripts/lib/system-dependencies.ts'
import { widthProject } from './tests/support/marks.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const tablet = { viewport: { width: 1180, height: 820 }, hasTouch: true }

/** The worker has its own tests; here it would fetch the whole app once for each test, which takes half of their time. */
const withoutWorker = { serviceWorkers: 'block' } as const

const executablePath = findPageChromium()

const launchOptions = {
  ...(executablePath !== undefined && { executablePath }),
  args: chromiumFlags,
  // Without a locale of the system Chromium saves a file with a Chinese name as "download".
  env: { ...process.env, LC_ALL: 'C.UTF-8' },
}

/** What is the same on every width: clocks, calendar files, chunks and titles. Shown on the phone. */
const sameOnEveryWidth = ['calendar', 'demonstration-clock', 'loading'].map((name) => `e2e/${name}.spec.ts`)

export default defineConfig({
  testDir: 'tests',
  globalSetup: './tests/support/sample-setup.ts',
  outputDir: 'test-results/playwright',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // As in vitest.config.ts: with two, tests that wait leave the cores idle.
  workers: 3,
  // With three browsers at work on two cores some take 40 s; a machine with more to do takes longer.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: 'line',
  use: {
    launchOptions,
    // What never comes is told with its line, not by the end of the test's time.
    actionTimeout: 45_000,
    // For a single file run by hand. A whole run records nothing, since that makes every test slower.
    trace: 'retain-on-failure',
    // A reader in China with a phone set to English must still get Chinese first: the app's default is its own.
    locale: 'en-US',
    timezoneId: 'Asia/Shanghai',
    // Motion takes a twentieth of a run. Component tests have it.
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: [
    {
      name: 'phone',
      testMatch: 'e2e/**/*.spec.ts',
      use: { ...phone, ...withoutWorker },
      grepInvert: /@tablet/,
    },
    {
      name: 'tablet',
      testMatch: 'e2e/**/*.spec.ts',
      use: { ...tablet, ...withoutWorker },
      grep: /@tablet/,
    },
    {
      name: 'offline',
      testMatch: 'offline/**/*.spec.ts',
      use: phone,
    },
    {
      // In the full suite only: what visitors do, on wide screens.
      name: widthProject,
      testMatch: 'e2e/**/*.spec.ts',
      use: { ...tablet, ...withoutWorker },
      testIgnore: sameOnEveryWidth,
      grepInvert: /@phone|@tablet/,
    },
  ],
})
