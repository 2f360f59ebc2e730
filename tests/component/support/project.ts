import { request } from 'node:http'
import { playwright } from '@vitest/browser-playwright'
import type { Plugin } from 'vite'
import type { TestProjectConfiguration } from 'vitest/config'
import { chromiumFlags, findPageChromium } from '../../../scripts/lib/system-dependencies.ts'
import { suiteVariable } from '../../../scripts/lib/test-run/journal.ts'
import { projectFiles } from '../../../scripts/lib/test-run/stages.ts'
import { routes } from '../../../scripts/vite/plugins.ts'
import { forumUrlVariable, refusedWrite, writeHeader } from './forum-address.ts'

const executablePath = findPageChromium()

/**
 * Packages of the app that Vite optimizes before the first test: discovering them during a test would reload the page.
 */
const packages = [
  '@dnd-kit/core',
  '@tanstack/query-sync-storage-persister',
  '@tanstack/react-query',
  '@tanstack/react-query-persist-client',
  '@tanstack/react-router',
  '@tanstack/react-virtual',
  '@tiptap/pm/model',
  '@tiptap/pm/view',
  '@tiptap/react',
  '@tiptap/starter-kit',
  'antd-mobile',
  'antd-mobile/es/locales/en-US',
  'antd-mobile/es/locales/zh-CN',
  'antd-mobile/es/utils/unstable-render',
  'axe-core',
  'dayjs',
  'dayjs/locale/en.js',
  'dayjs/locale/zh-cn.js',
  'dayjs/plugin/utc.js',
  'i18next',
  'idb-keyval',
  'qrcode',
  'react',
  'react/jsx-dev-runtime',
  'react/jsx-runtime',
  'react-dom',
  'react-dom/client',
  'react-easy-crop',
  'react-i18next',
  'timezones-ical-library',
  'tus-js-client',
  'workbox-window',
]

/**
 * The gate runs React's production build, which is what users get. The development build takes a tenth more time. The full
 * suite and a single file run it, because `screens.test.tsx` fails on React's warnings.
 */
const isProduction = process.env[suiteVariable] === 'gate'
const define = isProduction ? { 'process.env.NODE_ENV': JSON.stringify('production') } : {}

/** Vitest's project of component tests: screens of the app in Chromium, beside the server of their set-up. */
export const componentProject: TestProjectConfiguration = {
  plugins: [routes(), forumProxy()],
  define,
  oxc: { jsx: { runtime: 'automatic', development: !isProduction } },
  optimizeDeps: { include: packages, rolldownOptions: { transform: { define } } },
  test: {
    name: 'component',
    include: projectFiles.component,
    globalSetup: ['tests/component/support/forum-setup.ts'],
    testTimeout: 30_000,
    // As in playwright.config.ts: a missing element fails with its line, not by the timeout of the test.
    expect: { poll: { timeout: 10_000 } },
    setupFiles: ['tests/component/support/setup.ts'],
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        // Without it the timeout above has no effect, and a missing element takes the test's whole time.
        actionTimeout: 20_000,
        launchOptions: { ...(executablePath !== undefined && { executablePath }), args: chromiumFlags },
        contextOptions: { hasTouch: true, locale: 'en-US' },
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
}

/** Proxies `/api` of the test pages to the server of the set-up, images and files included. */
function forumProxy(): Plugin {
  return {
    name: 'forum-proxy',
    configureServer({ middlewares }) {
      middlewares.use((incoming, outgoing, next) => {
        const { url = '', method, headers } = incoming
        if (!url.startsWith('/api/')) return next()
        if (method !== 'GET' && method !== 'HEAD' && headers[writeHeader] === undefined) {
          outgoing.writeHead(refusedWrite).end(`no test asked for ${method} ${url}`)
          return
        }
        const passed = request(new URL(url, process.env[forumUrlVariable]), { method, headers }, (answer) => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(outgoing)
        })
        passed.on('error', () => outgoing.destroy())
        outgoing.on('close', () => passed.destroy())
        incoming.pipe(passed)
      })
    },
  }
}
