/**
 * Component tests: a screen of the app in a real browser, with its routes, query client, texts and styles, and without
 * service worker or build. `fetch` is the border: reads are answered by the real server on the sample forum, which the
 * run's set-up starts (forum-setup.ts), or by the replies that a test gives (network.ts). CONTRIBUTING.md has an example.
 *
 * - All files share one server and its people: tests only read. A write fails the test unless it has a reply:
 *   `network: { 'POST /front/post/notes': { data: {…} } }`; `listCalls()` tells what was sent.
 * - What a test opened is taken down and every store is reset after it (app-state.ts); nothing is left to do.
 */
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { createMemoryHistory } from '@tanstack/react-router'
import { inject } from 'vitest'
import { startTransition, useEffect, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { Providers, createAppRouter } from '#app/router.tsx'
import { openSnapshotValue } from '#app/persistence/persist-in-page.ts'
import { startPersistence } from '#app/persistence/persistence.ts'
import { setStorageLevel } from '#app/persistence/cache-store.ts'
import { createQueryClient } from '#app/query-client.ts'
import { dataAges } from '#platform/data-age.ts'
import { forumQuery } from '#platform/forum.ts'
import { switchLocale } from '#platform/locale.ts'
import { serverClock } from '#platform/server-clock.ts'
import { authStore } from '#platform/auth.ts'
import type { Locale } from '../../../contract/locale.ts'
import { resetApp, startApp } from './app-state.ts'
import type { PersonName } from './forum-people.ts'
import { nextFrames, setDevice, type Device } from './media.ts'
import {
  countOpenCalls,
  hasPendingCalls,
  resetNetwork,
  setForumTime,
  setNetwork,
  type Network,
} from './network.ts'

/** How a screen is opened. The default is a visitor's phone in light mode, in Chinese and online. */
export interface ScreenOptions extends Device {
  locale?: Locale
  as?: 'visitor' | PersonName
  network?: Network
  /** The forum's clock, an instant (`2023-09-06T02:00:00Z`); the real time when absent. */
  now?: string
  /** Uses the browser's own history, for back and forward. */
  hasSteps?: boolean
}

/** A screen of the app on the page. */
export interface OpenedScreen {
  queryClient: QueryClient
  /** URL of the app: path, query and fragment. */
  address: () => string
  /** Navigates within the app. */
  go: (path: string) => Promise<void>
  /** Waits until every call is answered and rendered, for checks of the whole screen. */
  settle: () => Promise<void>
  /** Persists the query cache, as the app does in idle time. */
  save: () => void
  /** Goes offline and refetches the screen's data, which is stale from then on. */
  goOffline: () => Promise<void>
}

let takeDown: (() => Promise<void>) | undefined

/** Opens a path of the app as a browser would. It is on the page, if not complete, when this resolves. */
export async function openScreen(path: string, options: ScreenOptions = {}): Promise<OpenedScreen> {
  const { queryClient, save } = await prepare(options)
  const router = options.hasSteps ? routerWithSteps(queryClient, path) : routerWithout(queryClient, path)
  void queryClient.prefetchQuery(forumQuery())
  const firstPage = router.load()
  if (!hasReply(options.network)) await firstPage
  await show(<Providers queryClient={queryClient} router={router} />)
  const settle = () => untilSettled(() => queryClient.isFetching() === 0 && router.state.status === 'idle')
  return {
    queryClient,
    address: () => router.state.location.href,
    go: (to) => router.navigate({ href: to }),
    settle,
    save,
    async goOffline() {
      await settle()
      setNetwork('offline')
      await queryClient.refetchQueries({ type: 'active' })
    },
  }
}

function routerWithout(queryClient: QueryClient, path: string) {
  return createAppRouter(queryClient, createMemoryHistory({ initialEntries: [path] }))
}

/** The URL of the test's own page is restored when the screen closes. */
function routerWithSteps(queryClient: QueryClient, path: string) {
  const own = location.href
  history.pushState(null, '', path)
  const router = createAppRouter(queryClient)
  const close = takeDown
  takeDown = async () => {
    await close?.()
    router.history.destroy()
    history.replaceState(null, '', own)
  }
  return router
}

/** Renders one component with the query client, texts and styles of the app, without its routes. */
export async function renderPiece(piece: ReactNode, options: ScreenOptions = {}): Promise<void> {
  const { queryClient } = await prepare(options)
  await show(<QueryClientProvider client={queryClient}>{piece}</QueryClientProvider>)
}

/** A screen whose first responses are delayed renders without them. */
const hasReply = (network: Network = {}) => typeof network === 'string' || Object.keys(network).length > 0

async function prepare(options: ScreenOptions): Promise<Pick<OpenedScreen, 'queryClient' | 'save'>> {
  const { locale = 'zh-CN', as = 'visitor', network = {}, now, hasSteps: _, ...device } = options
  await takeDown?.()
  await Promise.all([startApp(), setDevice(device)])
  await switchLocale(locale)
  setNetwork(network)
  if (now !== undefined) {
    setForumTime(now)
    serverClock.observe(new Date(now).toUTCString())
  }
  if (as !== 'visitor') {
    const { token, user } = inject('people')[as]
    authStore.setToken(token)
    authStore.setUser(user)
  }
  const queryClient = createQueryClient()
  const defaults = queryClient.getDefaultOptions()
  // Retries start at once, because tests check results and not delays.
  queryClient.setDefaultOptions({ ...defaults, queries: { ...defaults.queries, retryDelay: 1 } })
  const persistence = startPersistence({
    queryClient,
    storage: localStorage,
    ages: dataAges,
    nowMs: Date.now,
    serverNowMs: serverClock.nowMs,
    onStorageLevel: setStorageLevel,
    userId: authStore.getUser().id,
    openSnapshotValue,
  })
  takeDown = async () => {
    takeDown = undefined
    // Persistence drops the ages of removed queries.
    queryClient.clear()
    persistence.stop()
  }
  return { queryClient, save: persistence.save }
}

async function show(content: ReactNode): Promise<void> {
  const container = document.createElement('div')
  container.id = 'root'
  document.body.append(container)
  const root = createRoot(container, { onCaughtError: () => undefined })
  const close = takeDown
  takeDown = async () => {
    root.unmount()
    await close?.()
    document.body.replaceChildren()
  }
  const drawn = Promise.withResolvers<void>()
  // As the app renders: in a transition.
  startTransition(() =>
    root.render(
      <>
        {content}
        <Drawn onDrawn={drawn.resolve} />
      </>,
    ),
  )
  await drawn.promise
}

/** Reports that the first render is complete. */
function Drawn({ onDrawn }: { onDrawn: () => void }) {
  useEffect(onDrawn, [onDrawn])
  return null
}

/** Closes what a test has opened. Called after each test (setup.ts). @throws Error when it made a forbidden call */
export async function closeScreen(): Promise<void> {
  await takeDown?.()
  // A response that arrives after the reset would show its notice in the next test.
  do {
    await nextTask()
  } while (countOpenCalls() > 0)
  await resetApp()
  resetNetwork()
}

const nextTask = () => new Promise((resolve) => setTimeout(resolve))

/** Checks twice in a row, because a new response triggers the next request only when it has rendered. */
async function untilSettled(isQuiet: () => boolean): Promise<void> {
  const isAtRest = () => countOpenCalls() === 0 && (isQuiet() || hasPendingCalls())
  for (let quiet = 0; quiet < 2; quiet = isAtRest() ? quiet + 1 : 0) await nextFrames()
  await document.fonts.ready
  endMotion()
}

/** A colour in transition would be measured half-way. */
export function endMotion(): void {
  for (const each of document.getAnimations()) {
    const isEndless = each.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY
    if (!isEndless) each.finish()
  }
}
