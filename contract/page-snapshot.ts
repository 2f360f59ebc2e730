import { stylesheet, injectHead, injectPrerender } from './html-injection.ts'

/**
 * A page as this device last showed it. The next start shows it until the app has rendered. The page sends it to
 * the worker, and the worker adds it to the shell (decision 187).
 */
export interface PageSnapshot {
  /** Path of the page. */
  path: string
  /** The first screenful, without content that the page's policy refuses. */
  html: string
  /** Addresses of the styles that it needs, under `/assets/`. */
  styles: readonly string[]
  /** Language and width in CSS pixels. A start with another language or width does not show it. */
  locale: string
  widthPx: number
  /** When it was taken, and when its day ends, in milliseconds since 1970 by the device's clock. */
  atMs: number
  untilMs: number
}

/** Message from the page. The owner is `public` or a user's owner key. */
export interface SavePageSnapshotMessage {
  type: 'KEEP_LOOK'
  owner: string
  look: PageSnapshot
}

const cachePrefix = 'looks:'

/** Owner of the snapshots taken while nobody was signed in. */
export const anonymousOwner = 'public'

/** Blocks painting until the whole snapshot is parsed: painting a piece of it costs as much as painting all. */
const inOnePiece = '<link rel="expect" href="#look-end" blocking="render">'
const lookEnd = '<i id="look-end"></i>'

/** Returns the name of the cache with an owner's snapshots. */
export const getSnapshotCacheName = (owner: string): string => cachePrefix + owner

/** Returns the owner of a cache of snapshots; undefined for other caches. */
export const parseSnapshotOwner = (name: string): string | undefined =>
  name.startsWith(cachePrefix) ? name.slice(cachePrefix.length) : undefined

/** Finds the newest snapshot of a page that is of today. After the clock was set back, newer snapshots do not count. */
export function findLatestSnapshot(looks: readonly PageSnapshot[], nowMs: number): PageSnapshot | undefined {
  const [first, ...others] = looks.filter(({ atMs, untilMs }) => atMs <= nowMs && nowMs < untilMs)
  return others.reduce((newest, look) => (newest && newest.atMs > look.atMs ? newest : look), first)
}

/** Adds a snapshot of the page to the shell. */
export function injectPageSnapshot(shell: string, { html, styles, locale, widthPx }: PageSnapshot): string {
  const further = styles.filter((file) => !shell.includes(`"${file}"`)).map(stylesheet)
  // The head first: a snapshot may contain `</head>` in an attribute, where nothing may be inserted.
  const page = injectPrerender(injectHead(shell, [...further, inOnePiece].join('')), html + lookEnd)
  return page.replace('<html ', () => `<html data-look="${locale}" data-look-width="${widthPx}" `)
}
