import { text } from 'node:stream/consumers'
import { createMemoryHistory } from '@tanstack/react-router'
import { prerenderToNodeStream } from 'react-dom/static'
import type { Locale } from '#contract/locale.ts'
import { pageData } from '#platform/page-data.ts'
import { startPrerendering } from '#platform/browser.ts'
import { loadLocale } from '#platform/locale.ts'
import { demoClock, serverClock } from '#platform/server-clock.ts'
import { startI18n } from './app/i18n/start-i18n.ts'
import { Providers, createAppRouter } from './app/router.tsx'
import { createQueryClient } from './app/query-client.ts'

/** Input of {@link prerenderPage}. */
export interface PrerenderInput {
  /** Path and query of the page. */
  path: string
  /** The embedded responses, by path and query of their requests. */
  answers: Readonly<Record<string, unknown>>
  /** Language of the interface. */
  locale: Locale
  /** The server's time in the format of the HTTP header `Date`. */
  now: string
  /** True when that time was set for a demonstration: then the page shows it. */
  isDemonstration: boolean
}

/**
 * Prerenders a page on the server, as a phone shows it. A first visit shows this HTML until the
 * app has loaded and rendered. The app replaces the HTML without hydrating it, so the two need not match.
 */
export async function prerenderPage(input: PrerenderInput): Promise<string> {
  const { path, answers, locale, now, isDemonstration } = input
  startPrerendering()
  await startI18n()
  await loadLocale(locale)
  pageData.replace(answers)
  serverClock.observe(now)
  demoClock.start(isDemonstration)
  const queryClient = createQueryClient()
  const router = createAppRouter(queryClient, createMemoryHistory({ initialEntries: [path] }))
  await router.load()
  // After this task the queries contain the embedded responses. Other content shows its skeleton.
  await new Promise((resolve) => setTimeout(resolve))
  const failures: unknown[] = []
  const { prelude } = await prerenderToNodeStream(<Providers queryClient={queryClient} router={router} />, {
    // React would replace large content by its skeleton and a script, which nothing runs here.
    progressiveChunkSize: Infinity,
    // React omits the subtree that failed, and an incomplete page must not be used.
    onError: (error) => void failures.push(error),
  })
  const html = await text(prelude)
  // Ends the timers of the queries, since the process renders many pages.
  queryClient.clear()
  if (failures.length > 0) throw failures[0]
  return withoutStyles(html)
}

/**
 * Removes attributes like ` style="width:50%"`, which the content security policy forbids. React later sets them as
 * properties.
 */
const withoutStyles = (html: string): string => html.replaceAll(/ style="[^"]*"/g, '')
