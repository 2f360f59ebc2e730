import type { QueryClient, Query } from '@tanstack/react-query'
import { anonymousOwner, type SavePageSnapshotMessage } from '#contract/page-snapshot.ts'
import { toZonedTime } from '#contract/time.ts'
import { forumQuery } from '#platform/forum.ts'
import { persistentSignInStore } from '#platform/persistent-sign-in.ts'
import { getOwnerKey } from '#platform/user-storage-keys.ts'
import { serverClock } from '#platform/server-clock.ts'
import { authStore } from '#platform/auth.ts'
import { whenIdle } from '#platform/browser.ts'
import { connectivity } from '#platform/connectivity.ts'
import { dataAges } from '#platform/data-age.ts'
import type { createAppRouter } from '../router.tsx'
import { secondaryPages, menu } from '../layout/menu.ts'

const dayMs = 86_400_000

/** Delay after rendering before a page is captured, in milliseconds, so that data and images have loaded. */
const renderDelayMs = 2500

/**
 * Delay before a changed page is captured again, in milliseconds. It limits captures of a page that changes all the
 * time.
 */
const changeDelayMs = 5000

/**
 * Sends snapshots of public pages to the service worker: some time after a page was rendered or changed, and at once when
 * the app is hidden. The next start shows them until the app has rendered. A page that unloads for another document is
 * not captured, because that would delay the document.
 */
export function capturePageSnapshots(
  router: Pick<ReturnType<typeof createAppRouter>, 'subscribe' | 'state'>,
  queryClient: QueryClient,
): void {
  if (!('serviceWorker' in navigator)) return
  let registration: ServiceWorkerRegistration | undefined
  /** Timer of the next capture. */
  let timer: ReturnType<typeof setTimeout> | undefined
  const changes = watchChanges(() => captureLater(changeDelayMs))
  /** True when the page is hidden because another document replaces it. */
  let isUnloading = false
  const capture = async () => {
    // Read each time: a sign-in becomes persistent some time after it starts, and another tab may end it.
    const owner = await findOwner()
    const worker = registration?.active
    const shouldCapture = owner !== undefined && worker && isPageSettled(router, queryClient)
    const message = shouldCapture ? captureSnapshot(owner, queryClient) : undefined
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none; windows do
    if (message) worker?.postMessage(message)
    // A page that was not captured still has its changes: hiding the app tries again.
    changes.watch({ hasChanges: message === undefined })
  }
  const captureLater = (afterMs: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => whenIdle(() => void capture()), afterMs)
  }
  authStore.subscribe(changes.reportChange)
  router.subscribe('onRendered', () => captureLater(renderDelayMs))
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' && !isUnloading && changes.hasChanges()) void capture()
  })
  addEventListener('pagehide', () => (isUnloading = true))
  addEventListener('pageshow', () => (isUnloading = false))
  void navigator.serviceWorker.ready
    .then((ready) => (registration = ready))
    .then(() => captureLater(renderDelayMs))
}

/**
 * Detects changes of the document, and those that the caller reports. Calls `onChange` for the first one only, until
 * `watch` is called again.
 */
function watchChanges(onChange: () => void) {
  let hasChanges = true
  const observer = new MutationObserver(() => reportChange())
  const reportChange = () => {
    hasChanges = true
    observer.disconnect()
    onChange()
  }
  return {
    /** Returns whether anything changed since the last capture. */
    hasChanges: () => hasChanges,
    /** Reports a change that is not in the document, such as another user. */
    reportChange,
    /** Watches for the next change. @param initial.hasChanges whether earlier changes are still to be captured */
    watch: (initial: { hasChanges: boolean }) => {
      ;({ hasChanges } = initial)
      observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
    },
  }
}

/**
 * Finds the owner of a snapshot taken now. Returns undefined for a sign-in that ends with its tab: the next start may be
 * another user's, so nothing is captured.
 */
async function findOwner(): Promise<string | undefined> {
  const { id } = authStore.getUser()
  if (id === undefined) return authStore.getToken() === undefined ? anonymousOwner : undefined
  const signIn = await persistentSignInStore.read()
  return signIn?.user.id === id && authStore.getUser().id === id ? getOwnerKey(id) : undefined
}

/** Captures the page as the message for the service worker. Returns undefined without a layout or the forum's setting. */
function captureSnapshot(owner: string, queryClient: QueryClient): SavePageSnapshotMessage | undefined {
  // The root element of the layout: header, content and footer. Sheets and notices lie outside of it.
  const page = document.querySelector('#content')?.parentElement
  const forum = queryClient.getQueryData(forumQuery().queryKey)
  if (!page || !forum) return undefined
  const atMs = Date.now()
  // Pages show what is on today at the forum, so a snapshot is wrong on its next day.
  const restOfDayMs = dayMs - (toZonedTime(serverClock.nowMs() ?? atMs, forum.timeZone).getTime() % dayMs)
  const snapshot = {
    path: location.pathname,
    html: serializeFirstScreen(page),
    styles: listUsedStylesheets(page),
    locale: document.documentElement.lang,
    widthPx: innerWidth,
    atMs,
    untilMs: atMs + restOfDayMs,
  }
  return { type: 'KEEP_LOOK', owner, look: snapshot }
}

/** Height of the captured part in screens. A little more than one, since the window may be higher at the next start. */
const maxScreens = 1.2

/** Excluded attributes: the content security policy forbids `style`, and the others contain input or focus. */
const excludedAttributes = new Set(['style', 'value', 'autofocus'])
/** Excluded elements: these must not run, show or play before the app has rendered. */
const excludedElements = new Set(['SCRIPT', 'IFRAME', 'VIDEO', 'AUDIO', 'DIALOG'])
/** Elements with these positions stay in place when the page scrolls. */
const fixedPositions = new Set(['fixed', 'sticky'])

/**
 * Serializes the first screenful of an element as HTML, from its top, regardless of the scroll position.
 */
function serializeFirstScreen(element: Element): string {
  return copyFirstScreen(element, scrollY).outerHTML
}

/**
 * Copies an element down to `maxScreens`.
 * @param scrolledPx how far the page is scrolled; 0 inside fixed and sticky elements
 */
function copyFirstScreen(element: Element, scrolledPx: number): Element {
  const copy = element.cloneNode(false) as Element
  for (const name of copy.getAttributeNames())
    if (excludedAttributes.has(name) || copy.getAttribute(name)?.startsWith('blob:'))
      copy.removeAttribute(name)
  for (const child of element.childNodes) {
    if (!(child instanceof Element)) {
      copy.append(child.cloneNode())
      continue
    }
    if (excludedElements.has(child.tagName)) continue
    const isFixed = scrolledPx > 0 && fixedPositions.has(getComputedStyle(child).position)
    const childScrolledPx = isFixed ? 0 : scrolledPx
    if (child.getBoundingClientRect().top + childScrolledPx < innerHeight * maxScreens)
      copy.append(copyFirstScreen(child, childScrolledPx))
  }
  return copy
}

/** Lists the URLs of the build's stylesheets that have rules for an element's content. */
function listUsedStylesheets(element: Element): string[] {
  const sheets = [...document.styleSheets].filter(({ href }) => href !== null)
  return sheets
    .filter(({ cssRules }) => [...cssRules].some((rule) => appliesTo(rule, element)))
    .map(({ href }) => new URL(href ?? '').pathname)
}

/**
 * Returns whether a rule has effect inside of an element or on it. Rules inside of `@media` and the like do not count.
 */
const appliesTo = (rule: CSSRule, element: Element): boolean =>
  rule instanceof CSSStyleRule &&
  (element.matches(rule.selectorText) || element.querySelector(rule.selectorText) !== null)

/** Paths of the menu. Only these pages have snapshots. */
const menuPaths: ReadonlySet<string> = new Set([...menu, ...secondaryPages].map(({ to }) => to))

/**
 * Returns whether the page is as it opens: all data is loaded and current, nothing was typed and no dialog is open.
 * @param router knows the rendered screen: the address already changes before the next page is rendered
 */
export function isPageSettled(
  { state }: Pick<ReturnType<typeof createAppRouter>, 'state'>,
  queryClient: QueryClient,
): boolean {
  const { pathname, search, hash } = location
  if (!menuPaths.has(pathname) || search !== '' || hash !== '') return false
  if (state.isLoading || state.resolvedLocation?.pathname !== pathname) return false
  const activeQueries = queryClient.getQueryCache().findAll({ type: 'active' })
  if (connectivity.isOffline() || queryClient.isFetching() > 0 || !activeQueries.every(isUpToDate))
    return false
  const fields = document.querySelectorAll<HTMLInputElement>('main input[type=search]')
  return document.querySelector('dialog[open]') === null && ![...fields].some(({ value }) => value !== '')
}

/**
 * Returns whether a query is neither failed nor outdated. The screen shows a banner for these, which may be wrong
 * later.
 */
const isUpToDate = ({ state, queryHash }: Query): boolean =>
  state.status === 'success' && !dataAges.isOutdated(queryHash)
