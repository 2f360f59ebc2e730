import './app/yield-before-start.ts'
import './app/theme/tokens.css'
import './app/theme/base.css'
import './app/theme/print.css'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { AccessDeniedError } from '#lib/route-guard.ts'
import { forumQuery } from '#lib/forum.ts'
import { setDocumentLanguage } from '#lib/locale.ts'
import { yieldToMain } from '#lib/yield-to-main.ts'
import { startTheme } from '#lib/theme.ts'
import { startI18n } from './app/i18n/start-i18n.ts'
import { Providers } from './app/Providers.tsx'
import { prepareOffline, registerWorkerWhenIdle } from './app/offline/start-offline.ts'
import { startOutboxWhenIdle } from './app/offline/start-outbox.ts'
import { createQueryClient } from './app/query-client.ts'
import { createAppRouter } from './app/router.ts'
import { removeServedHead } from './app/remove-served-head.ts'
import { pendingAfterMs } from './app/ScreenPending.tsx'
import { restoreAuth } from './app/sign-in/restore-auth.ts'

// The start is long for a slow phone: cut into parts, it holds up no finger on the page that is there already.
await yieldToMain()
startTheme()
setDocumentLanguage()
const texts = startI18n()
const queryClient = createQueryClient()
prepareOffline(queryClient)
// All screens need it: who asks for it while they are drawn lets them be drawn twice.
void queryClient.prefetchQuery(forumQuery())
await yieldToMain()
const router = createAppRouter(queryClient)
removeServedHead(router)
const firstPage = Promise.race([router.load(), new Promise((done) => setTimeout(done, pendingAfterMs))])

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element #root')
// The page's own code arrives beside the texts; with both there, one drawing shows it all.
await Promise.all([texts, firstPage])
// A page without its looks is told as a failure by index.html; the app would only be drawn over that, bare.
if (document.documentElement.dataset['lostStyle'] === undefined) {
  const drawn = createRoot(root, { onCaughtError: tellUnexpected })
  // As a transition it is drawn in steps of some milliseconds, between which a page with a picture still scrolls.
  startTransition(() => drawn.render(<Providers queryClient={queryClient} router={router} />))
}
registerWorkerWhenIdle(router, queryClient)
restoreAuth()
startOutboxWhenIdle(queryClient)

/** A page that says that it is not for somebody has no fault to tell of. */
function tellUnexpected(error: unknown): void {
  // oxlint-disable-next-line no-console -- as React tells by itself
  if (!(error instanceof AccessDeniedError)) console.error(error)
}
