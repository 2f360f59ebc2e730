import { text } from 'node:stream/consumers'
import { createMemoryHistory } from '@tanstack/react-router'
import { prerenderToNodeStream } from 'react-dom/static'
import { pageData } from '#lib/page-data.ts'
import { serverClock } from '#lib/server-clock.ts'
import { startI18n } from './app/i18n/start-i18n.ts'
import { Providers } from './app/Providers.tsx'
import { createQueryClient } from './app/query-client.ts'
import { createAppRouter } from './app/router.ts'

/** What a first picture is drawn from. */
export interface PrerenderInput {
  /** Address of the page. */
  path: string
  /** The answers that the page carries, by their calls' addresses. */
  answers: Readonly<Record<string, unknown>>
  /** The forum's time, as in an HTTP header. */
  now: string
}

/**
 * Draws a page on the server, as a phone shows it in the default language: what a first visit sees until the program
 * is there and draws the page itself, over it. So nothing needs to match, and nothing here answers to a touch.
 */
export async function prerenderPage({ path, answers, now }: PrerenderInput): Promise<string> {
  await startI18n()
  pageData.replace(answers)
  serverClock.observe(now)
  const queryClient = createQueryClient()
  const router = createAppRouter(queryClient, createMemoryHistory({ initialEntries: [path] }))
  await router.load()
  // The answers at hand are in the queries after this turn; what is not at hand shows its skeleton.
  await new Promise((done) => setTimeout(done))
  const failures: unknown[] = []
  const { prelude } = await prerenderToNodeStream(<Providers queryClient={queryClient} router={router} />, {
    progressiveChunkSize: Infinity,
    // React leaves out the part that failed: half a page is no picture of it.
    onError: (error) => void failures.push(error),
  })
  const html = await text(prelude)
  queryClient.clear()
  if (failures.length > 0) throw failures[0]
  return withoutStyles(html)
}

/** The page's policy refuses style attributes; React sets them as properties when it draws. */
const withoutStyles = (html: string): string => html.replaceAll(/ style="[^"]*"/g, '')
