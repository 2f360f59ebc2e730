import './app/yield-before-start.ts'
import './app/theme/tokens.css'
import './app/theme/base.css'
import './app/theme/print.css'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { chunkLimitMs } from '#contract/forum.ts'
import { AccessDeniedError } from './platform/routing.ts'
import { forumQuery } from '#platform/forum.ts'
import { setDocumentLanguage } from '#platform/locale.ts'
import { yieldToMain } from './platform/browser.ts'
import { startTheme } from '#platform/theme.ts'
import { startI18n } from './app/i18n/start-i18n.ts'
import { Providers, createAppRouter, removeServedHead } from './app/router.tsx'
import { prepareOffline, registerWorkerWhenIdle } from './app/offline/start-offline.ts'
import { startOutboxWhenIdle, restoreAuth } from './app/offline/start-user-services.ts'
import { createQueryClient } from './app/query-client.ts'
import { pendingAfterMs } from './app/PageFallbacks.tsx'

// The start takes long on a slow phone. It is split into tasks, so that the early page can react to input.
await yieldToMain()
startTheme()
setDocumentLanguage()
const texts = startI18n()
const queryClient = createQueryClient()
prepareOffline(queryClient)
// All screens need it. Loading it during their render would cause a second render.
void queryClient.prefetchQuery(forumQuery())
await yieldToMain()
const router = createAppRouter(queryClient)
removeServedHead(router)
// An early page shows the content already: the app waits longer for its page rather than replace it by a skeleton.
const hasEarlyPage = document.querySelector('html:not([data-hides-early]) #early-page') !== null
const maxWaitMs = hasEarlyPage
  ? Math.max(pendingAfterMs, chunkLimitMs / 2 - performance.now())
  : pendingAfterMs
const firstPage = Promise.race([router.load(), new Promise((resolve) => setTimeout(resolve, maxWaitMs))])

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element #root')
// Texts and the code of the page load in parallel. With both loaded, the first render shows the whole page.
await Promise.all([texts, firstPage])
// index.html sets `data-lost-style` and shows an error if the stylesheet failed. The app must not render over it
// unstyled.
if (document.documentElement.dataset['lostStyle'] === undefined) {
  const reactRoot = createRoot(root, { onCaughtError: logCaughtError })
  // A transition renders in steps of some milliseconds, between which the early page can still scroll.
  startTransition(() => reactRoot.render(<Providers queryClient={queryClient} router={router} />))
  // With it the rules for an early page end (index.html).
  delete document.documentElement.dataset['earlyLocale']
}
registerWorkerWhenIdle(router, queryClient)
restoreAuth()
startOutboxWhenIdle(queryClient)

/** Logs errors that an error page has caught. Denied access is no fault, so it is not logged. */
function logCaughtError(error: unknown): void {
  // oxlint-disable-next-line no-console -- as React logs by default
  if (!(error instanceof AccessDeniedError)) console.error(error)
}
