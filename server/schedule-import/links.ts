import type { ScheduleNotice } from './schedule-issue.ts'
import { toLine } from './plain-text.ts'
import type { ImportedLink } from './schedule.ts'

/** Longest address kept; longer ones are tracking, or data in disguise. */
const maxUrlLength = 2000

/** A link as a file has it, before it is known whether it can be followed. */
export interface LinkDraft {
  url: string
  title: string
}

/** Turns the links of one file into addresses that a browser may follow, and counts those that lead nowhere. */
export class LinkResolver {
  readonly #base: URL | null
  #droppedCount = 0

  /** @param base the address of the schedule, which links without a host belong to; may be empty */
  constructor(base = '') {
    this.#base = toFolder(base)
  }

  /** http and https only, each once. A link without a title is called after its host. */
  resolve(drafts: readonly LinkDraft[]): ImportedLink[] {
    const links = new Map<string, ImportedLink>()
    for (const { url, title } of drafts.flatMap(splitAddresses)) {
      if (url.trim() === '') continue
      const parsed = toAddress(url.trim(), this.#base)
      const href = parsed && withoutAddedSlash(parsed, url)
      if (!href || href.length > maxUrlLength) this.#droppedCount += 1
      else if (!links.has(href)) links.set(href, { url: href, title: titleOf(title, url) || parsed.hostname })
    }
    return [...links.values()]
  }

  notes(): ScheduleNotice[] {
    return this.#droppedCount === 0
      ? []
      : [{ key: 'note.dropped_links', params: { count: this.#droppedCount } }]
  }
}

/** Several addresses in one text are several links. */
function splitAddresses(draft: LinkDraft): LinkDraft[] {
  const urls = draft.url.trim().split(/[\s,;]+(?=https?:\/\/)/i)
  return urls.length > 1
    ? urls.map((url) => ({ url, title: draft.title === draft.url ? '' : draft.title }))
    : [draft]
}

/** Endings of files, where an address without a scheme could also be the name of a host. */
const fileEnding =
  /\.(?:pdf|pptx?|odp|key|docx?|odt|xlsx?|ods|csv|txt|md|html?|php|aspx?|png|jpe?g|gif|svg|webp|mp[34]|webm|ogg|ics|zip|gz|json|xml)$/i
const scheme = /^[a-z][a-z0-9+.-]*:/i
const hostWithPort = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+:\d+(?=[/?#]|$)/i
const host = /^(?:[\p{Letter}\p{Number}-]+\.)+[\p{Letter}-]{2,}(?=[/?#]|$)/u

/** A path that begins as one, or ends as a file does, may have blanks; a word alone, such as “none”, is no address. */
const relative = /^(?!n\/a$)(?=.*[\p{Letter}\p{Number}])(?:\S*[/.?#]\S*|\.{0,2}\/.*)$/iu

/** The address that a reader of the file would open, or null. */
function toAddress(written: string, base: URL | null): URL | null {
  const url = written.replace(/^(https?)\/\//i, '$1://')
  if (scheme.test(url) && !hostWithPort.test(url)) {
    const parsed = URL.parse(url)
    return parsed && /^https?:$/.test(parsed.protocol) ? parsed : null
  }
  if (url.startsWith('//')) return URL.parse(`${base?.protocol ?? 'https:'}${url}`)
  const [name = ''] = host.exec(url) ?? hostWithPort.exec(url) ?? []
  const isFile = name === url && fileEnding.test(name) && !url.startsWith('www.')
  if (name !== '' && !isFile) return URL.parse(`https://${url}`)
  return base && (relative.test(url) || fileEnding.test(url)) ? URL.parse(url, base.href) : null
}

/** Relative addresses are meant inside the folder of the schedule, with or without a slash behind its name. */
function toFolder(base: string): URL | null {
  const url = URL.parse(base.trim())
  if (!url || !/^https?:$/.test(url.protocol)) return null
  if (!/\/(?:[^/]*\.[^/]*)?$/.test(url.pathname)) url.pathname += '/'
  return url
}

/** A host alone stays as it was written: without a slash. */
function withoutAddedSlash({ href, pathname, search, hash }: URL, written: string): string {
  return pathname === '/' && search === '' && hash === '' && !written.trim().endsWith('/')
    ? href.slice(0, -1)
    : href
}

/** An address as its own title says nothing. */
function titleOf(title: string, url: string): string {
  const line = toLine(title).slice(0, 300).toWellFormed()
  return line === url.trim() ? '' : line
}
