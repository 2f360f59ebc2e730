import { formatStylesheetLink, injectHead, injectEarlyPage } from './html-injection.ts'

/**
 * A page as this device last showed it. The page sends it to the service worker. At the next start the worker inserts it
 * into the app shell, where it shows until the app has rendered.
 */
export interface PageSnapshot {
  /** Path of the page. */
  path: string
  /** The first screenful, without content that the page's policy refuses. */
  html: string
  /** URLs of the stylesheets that it needs, under `/assets/`. */
  styles: readonly string[]
  /** Language of the page. A start with another language does not show the snapshot. */
  locale: string
  /** Width of the window in CSS pixels. A start with another width does not show the snapshot. */
  widthPx: number
  /** Time of the capture, in milliseconds since 1970 by the device's clock. */
  atMs: number
  /** End of the day of the capture, from which on the snapshot is not shown. */
  untilMs: number
}

/** Message of the page to the service worker. The owner is `public` or a user's owner key. */
export interface SavePageSnapshotMessage {
  type: 'KEEP_LOOK'
  owner: string
  look: PageSnapshot
}

const cachePrefix = 'looks:'

/** Owner of the snapshots taken while nobody was signed in. */
export const anonymousOwner = 'public'

/** Blocks painting until the whole snapshot is parsed, because painting a part costs as much as painting all of it. */
const renderBlocker = '<link rel="expect" href="#snapshot-end" blocking="render">'
const endMarker = '<i id="snapshot-end"></i>'

/** Returns the name of the cache with an owner's snapshots. */
export const getSnapshotCacheName = (owner: string): string => cachePrefix + owner

/** Returns the owner of a cache of snapshots; undefined for other caches. */
export const parseSnapshotOwner = (name: string): string | undefined =>
  name.startsWith(cachePrefix) ? name.slice(cachePrefix.length) : undefined

/** Finds today's newest snapshot. Ignores snapshots of the future, which exist after the clock was set back. */
export function findLatestSnapshot(
  snapshots: readonly PageSnapshot[],
  nowMs: number,
): PageSnapshot | undefined {
  const [firstSnapshot, ...otherSnapshots] = snapshots.filter(
    ({ atMs, untilMs }) => atMs <= nowMs && nowMs < untilMs,
  )
  return otherSnapshots.reduce(
    (newest, snapshot) => (newest && newest.atMs > snapshot.atMs ? newest : snapshot),
    firstSnapshot,
  )
}

/** Inserts a snapshot into the HTML of the app shell. */
export function injectPageSnapshot(shell: string, { html, styles, locale, widthPx }: PageSnapshot): string {
  const missingStyles = styles.filter((file) => !shell.includes(`"${file}"`)).map(formatStylesheetLink)
  // The head first: a snapshot may contain `</head>` in an attribute, where nothing may be inserted.
  const page = injectHead(shell, [...missingStyles, renderBlocker].join(''))
  return injectEarlyPage(page, { html: html + endMarker, locale, media: `(width: ${widthPx}px)` })
}
