import type { QueryClient } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { demonstration } from '#lib/demonstration.ts'
import { catchInstallPrompt } from '#lib/install-prompt.ts'
import { isDemonstrationPage, observePage, serverClock } from '#lib/server-clock.ts'
import { moduleMetadata } from '#lib/module-metadata.ts'
import { carriedQuestionKey } from '#lib/owner.ts'
import { sessionStore } from '#lib/safe-storage.ts'
import { session } from '#lib/session.ts'
import { sessionTabs } from '#lib/session-tabs.ts'
import { linkManifest } from '../install/manifest-link.ts'
import type { createAppRouter } from '../router.ts'
import { persistInPage } from '../persistence/in-page.ts'
import { watchLostChunks } from '../updates/lost-chunks.ts'
import { watchLostStyles } from '../updates/lost-styles.ts'
import { followConnectivity } from './follow-connectivity.ts'
import { followSession } from './follow-session.ts'
import { removeLeftBehind, removePerson } from './left-behind.ts'

/** By then the start is over and a kept sign-in is back, in milliseconds. */
const cleaningAfterMs = 5000

/** What must be ready before the first render: the restored cache, and listeners for events that come early. */
export function prepareOffline(queryClient: QueryClient): void {
  catchInstallPrompt()
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  observePage(serverClock, navigation)
  demonstration.start(isDemonstrationPage(navigation))
  watchLostChunks()
  watchLostStyles()
  followSession({
    session,
    tabs: sessionTabs,
    persistence: persistInPage(queryClient),
    forgetAnswers() {
      api.forget()
      moduleMetadata.forgetAll()
      sessionStore.remove(carriedQuestionKey)
    },
    removePersonal: removePerson,
    onPerson: () => void removeLeftBehind(),
  })
  sessionTabs.answerWhoIsHere(() => session.getUser().id)
  setTimeout(() => void removeLeftBehind(), cleaningAfterMs)
  followConnectivity(queryClient)
  linkManifest()
}

/** What can wait until the first screen stands: the worker, and what it is told of the pages. */
export function startWorkerLater(router: ReturnType<typeof createAppRouter>, queryClient: QueryClient): void {
  const start = () => startWorker(router, queryClient)
  if (document.readyState === 'complete') start()
  else addEventListener('load', start, { once: true })
}

function startWorker(router: ReturnType<typeof createAppRouter>, queryClient: QueryClient): void {
  Promise.all([import('../updates/worker.ts'), import('./keep-last-look.ts')]).then(
    ([{ registerWorker }, { keepLastLooks }]) => {
      keepLastLooks(router, queryClient)
      return registerWorker()
    },
    // Without network the worker is there already or it is not: the next start tries again.
    () => undefined,
  )
}
