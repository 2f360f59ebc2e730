import { stylesheet, injectHead, injectPrerender } from './html-injection.ts'

/**
 * A public page as this device last showed it: what the next start shows until the app has drawn itself. The page sends
 * it to the worker, the worker puts it into the shell (decision 187).
 */
export interface PageSnapshot {
  /** Path of the page. */
  path: string
  /** The first screenful, without what the page's policy refuses. */
  html: string
  /** Addresses of the styles that it needs, under `/assets/`. */
  styles: readonly string[]
  /** The language that it is in, and the width that it was drawn for in CSS pixels: at another start it is not shown. */
  locale: string
  widthPx: number
  /** When it was drawn and from when on it would be of another day, in milliseconds since 1970 by the device's clock. */
  atMs: number
  untilMs: number
}

/** What the page sends, and whose it is: the public or a person's short name. */
export interface SavePageSnapshotMessage {
  type: 'KEEP_LOOK'
  owner: string
  look: PageSnapshot
}

const cachePrefix = 'looks:'

/** Whose the looks are that were drawn while nobody was signed in. */
export const anonymousOwner = 'public'

/** Nothing is painted before the whole look is there: each painting of a part of it costs as much as that of all. */
const inOnePiece = '<link rel="expect" href="#look-end" blocking="render">'
const lookEnd = '<i id="look-end"></i>'

/** The cache of somebody's looks. */
export const getSnapshotCacheName = (owner: string): string => cachePrefix + owner

/** Whose looks lie in a cache; undefined for a cache of other things. */
export const ownerOfLooks = (name: string): string | undefined =>
  name.startsWith(cachePrefix) ? name.slice(cachePrefix.length) : undefined

/** Of two looks of a page the newer one that is of today; a clock that was put back makes all of them old. */
export function findLatestSnapshot(looks: readonly PageSnapshot[], nowMs: number): PageSnapshot | undefined {
  const [first, ...others] = looks.filter(({ atMs, untilMs }) => atMs <= nowMs && nowMs < untilMs)
  return others.reduce((newest, look) => (newest && newest.atMs > look.atMs ? newest : look), first)
}

/** The shell as it begins with a look of the page. */
export function injectPageSnapshot(shell: string, { html, styles, locale, widthPx }: PageSnapshot): string {
  const further = styles.filter((file) => !shell.includes(`"${file}"`)).map(stylesheet)
  // The head first: a look may say `</head>` in an attribute, and nothing of ours belongs in there.
  const page = injectPrerender(injectHead(shell, [...further, inOnePiece].join('')), html + lookEnd)
  return page.replace('<html ', () => `<html data-look="${locale}" data-look-width="${widthPx}" `)
}
