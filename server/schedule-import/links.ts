import type { ScheduleNotice, ImportedLink, LinkDraft } from './schedule.ts'
import { toLine } from './plain-text.ts'

/** Maximum length of a stored URL. Longer ones contain tracking parameters or embedded data. */
const maxUrlLength = 2000

/** Resolves the links of a file to URLs that a browser may open, and counts invalid ones. */
export class LinkResolver {
  readonly #base: URL | null
  /** Links so far that are no URLs a browser may open, or too long. */
  #droppedCount = 0

  /** @param base URL of the schedule, for links without a host; may be empty */
  constructor(base = '') {
    this.#base = toFolderUrl(base)
  }

  /** Accepts http and https only, each URL once. A link without a title gets the name of its host. */
  resolve(drafts: readonly LinkDraft[]): ImportedLink[] {
    const links = new Map<string, ImportedLink>()
    for (const { url, title } of drafts.flatMap(splitUrls)) {
      if (url.trim() === '') continue
      const parsed = parseLinkUrl(url.trim(), this.#base)
      const href = parsed && withoutAddedSlash(parsed, url)
      if (!href || href.length > maxUrlLength) this.#droppedCount += 1
      else if (!links.has(href))
        links.set(href, { url: href, title: toLinkTitle(title, url) || parsed.hostname })
    }
    return [...links.values()]
  }

  listNotices(): ScheduleNotice[] {
    return this.#droppedCount === 0
      ? []
      : [{ key: 'note.dropped_links', params: { count: this.#droppedCount } }]
  }
}

/** Several URLs in one text are several links. */
function splitUrls(draft: LinkDraft): LinkDraft[] {
  const urls = draft.url.trim().split(/[\s,;]+(?=https?:\/\/)/i)
  return urls.length > 1
    ? urls.map((url) => ({ url, title: draft.title === draft.url ? '' : draft.title }))
    : [draft]
}

/** File extensions, where a URL without a scheme could also be a host name. */
const fileExtensionPattern =
  /\.(?:pdf|pptx?|odp|key|docx?|odt|xlsx?|ods|csv|txt|md|html?|php|aspx?|png|jpe?g|gif|svg|webp|mp[34]|webm|ogg|ics|zip|gz|json|xml)$/i
/** `mailto:`, but also `example.org:8080`, which is no scheme. */
const schemePattern = /^[a-z][a-z0-9+.-]*:/i
/** `example.org:8080/path`. */
const hostWithPortPattern = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+:\d+(?=[/?#]|$)/i
/** `example.org/path`. */
const hostPattern = /^(?:[\p{Letter}\p{Number}-]+\.)+[\p{Letter}-]{2,}(?=[/?#]|$)/u

/** `slides/1.pdf` or `/my slides/1.pdf`. A single word, such as “none”, is no path, nor is `n/a`. */
const relativePattern = /^(?!n\/a$)(?=.*[\p{Letter}\p{Number}])(?:\S*[/.?#]\S*|\.{0,2}\/.*)$/iu

/** Returns the URL that a reader of the file would open, or null. */
function parseLinkUrl(text: string, base: URL | null): URL | null {
  // People forget the colon.
  const url = text.replace(/^(https?)\/\//i, '$1://')
  if (schemePattern.test(url) && !hostWithPortPattern.test(url)) {
    const parsed = URL.parse(url)
    return parsed && /^https?:$/.test(parsed.protocol) ? parsed : null
  }
  if (url.startsWith('//')) return URL.parse(`${base?.protocol ?? 'https:'}${url}`)
  const [name = ''] = hostPattern.exec(url) ?? hostWithPortPattern.exec(url) ?? []
  const isFile = name === url && fileExtensionPattern.test(name) && !url.startsWith('www.')
  if (name !== '' && !isFile) return URL.parse(`https://${url}`)
  return base && (relativePattern.test(url) || fileExtensionPattern.test(url))
    ? URL.parse(url, base.href)
    : null
}

/**
 * Relative URLs belong to the folder of the schedule, with or without a slash after its name. A last segment with a dot
 * is a file in that folder.
 */
function toFolderUrl(base: string): URL | null {
  const url = URL.parse(base.trim())
  if (!url || !/^https?:$/.test(url.protocol)) return null
  if (!/\/(?:[^/]*\.[^/]*)?$/.test(url.pathname)) url.pathname += '/'
  return url
}

/** Returns the URL. `URL` adds a slash to a bare host, which is removed again: `https://example.org`. */
function withoutAddedSlash({ href, pathname, search, hash }: URL, text: string): string {
  return pathname === '/' && search === '' && hash === '' && !text.trim().endsWith('/')
    ? href.slice(0, -1)
    : href
}

/** Maximum characters of a link's title, as the modules check them. */
const maxTitleCharacters = 300

/** Returns the title in one line; empty when it only repeats the URL. */
function toLinkTitle(title: string, url: string): string {
  const line = toLine(title).slice(0, maxTitleCharacters).toWellFormed()
  return line === url.trim() ? '' : line
}
