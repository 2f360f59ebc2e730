import { insertBefore, stylesheet, injectHead, injectPrerender } from '#contract/html-injection.ts'
import escapeHtml from 'escape-html'
import type { Locale } from '#contract/locale.ts'

/** Id of the script element with the answers; the app reads it once at its start. */
const dataElementId = 'page-data'

/**
 * The shell with the addresses of further files as preloads, and answers by their calls' addresses.
 * @param picture what to show until the app draws itself: nobody can touch it, since nothing there would answer
 */
export function withPageData(
  shell: string,
  files: readonly string[],
  answers: Readonly<Record<string, unknown>>,
  picture?: string,
): string {
  const further = files.filter((file) => !shell.includes(`"${file}"`))
  // Styles that the picture needs come before it; without a picture they come with the program.
  const links = further.map((file) => (picture && isStyle(file) ? stylesheet(file) : preload(file)))
  const data = `<script type="application/json" id="${dataElementId}">${toScriptText(answers)}</script>`
  const page = insertBefore(injectHead(shell, links.join('')), '</body>', data)
  return picture ? injectPrerender(page, picture) : page
}

/** What the app cannot know of its deployment by itself. */
export interface Deployment {
  apiPrefix: string
  /** The address that people use, where the operator named it: the QR code leads there. */
  publicUrl?: string
}

/** The shell with what is particular to the deployment: the API's address where it is not the usual one. */
export function withDeployment(shell: string, { apiPrefix, publicUrl }: Deployment): string {
  const metas = [
    ...(apiPrefix === '/api' ? [] : [deploymentMeta('api-base', apiPrefix)]),
    ...(publicUrl === undefined ? [] : [deploymentMeta('public-url', publicUrl)]),
  ]
  return injectHead(shell, metas.join(''))
}

function deploymentMeta(name: string, value: string): string {
  const content = value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
  return `<meta name="${name}" content="${content}">`
}

/**
 * The scripts and styles of a page as a `Link` header: the browser starts on them when the headers are there, while the
 * answers that the page carries are still on their way.
 */
export function createLinkHeader(html: string): string {
  const links = html.matchAll(/<(?:link|script)\b[^>]*?\b(?:href|src)="(\/assets\/[^"]+\.(js|css))"/g)
  return [...links]
    .map(
      ([, file, ending]) =>
        `<${file}>; rel=${ending === 'css' ? 'preload; as=style' : 'modulepreload'}; crossorigin`,
    )
    .join(', ')
}

const isStyle = (file: string): boolean => file.endsWith('.css')

function preload(file: string): string {
  return isStyle(file)
    ? `<link rel="preload" as="style" crossorigin href="${file}">`
    : `<link rel="modulepreload" crossorigin href="${file}">`
}

/** JSON that cannot end its element or begin another one, whatever texts it holds. */
export function toScriptText(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`)
}

/** What a page says of itself to those who do not run its program: search engines, and apps that show a shared link. */
export interface PageHead {
  /** Language of the texts. */
  locale: Locale
  title: string
  description: string
  /** Search engines may list it. */
  isListed?: true
  /** The one address of the page in this language, whole: where the operator named the forum's. */
  canonical?: string
  /** The same page by language, whole addresses; `x-default` for everybody else. */
  alternates?: readonly { hreflang: string; href: string }[]
  siteName: string
  kind: 'website' | 'article'
  image?: { url: string; alt: string; width?: number; height?: number }
  /** Nothing stands at the address: the page says so, and the answer is 404. */
  isMissing?: true
  /** Linked data (JSON-LD). */
  data?: readonly object[]
}

/** The heads of an app's pages, from those who know what stands on them. */
export interface PageHeads {
  /** Changes whenever any head may have changed. Asked at every request. */
  version: () => Promise<string>
  /**
   * @param path as it was asked, without query
   * @returns undefined when there is nothing to say: the page goes as it is
   */
  find: (path: string, locale: Locale) => Promise<PageHead | undefined>
}

/** Marks what a page's head said when it was served: the app takes it away when it shows another page. */
const mark = 'data-served'

/** The shell's start with a page's own words in the place of the general ones. `start` ends before `</head>`. */
export function withHead(start: string, head: PageHead): string {
  return (
    start
      .replace(/<html\b[^>]*>/, (tag) => tag.replace(/\blang="[^"]*"/, `lang="${head.locale}"`))
      .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(head.title)}</title>`)
      .replace(/<meta name="description"[^>]*>/, () => meta('name', 'description', head.description)) +
    tagsOf(head).join('')
  )
}

/** Linked data as data blocks, which are no scripts to a browser. */
export function dataBlocks({ data = [] }: PageHead): string {
  return data
    .map((value) => `<script type="application/ld+json" ${mark}>${toScriptText(value)}</script>`)
    .join('')
}

function tagsOf(head: PageHead): string[] {
  const { canonical, alternates = [], image } = head
  return [
    ...(head.isListed ? [] : [meta('name', 'robots', 'noindex')]),
    ...(canonical === undefined ? [] : [link('canonical', canonical), meta('property', 'og:url', canonical)]),
    ...alternates.map(({ hreflang, href }) => link('alternate', href, ` hreflang="${escapeHtml(hreflang)}"`)),
    meta('property', 'og:type', head.kind),
    meta('property', 'og:site_name', head.siteName),
    meta('property', 'og:locale', head.locale === 'en' ? 'en_GB' : head.locale.replace('-', '_')),
    meta('property', 'og:title', head.title),
    meta('property', 'og:description', head.description),
    ...(image ? imageTags(image) : []),
    meta('name', 'twitter:card', image ? 'summary_large_image' : 'summary'),
    meta('name', 'twitter:title', head.title),
    meta('name', 'twitter:description', head.description),
  ]
}

function imageTags({ url, alt, width, height }: NonNullable<PageHead['image']>): string[] {
  return [
    meta('property', 'og:image', url),
    ...(width === undefined ? [] : [meta('property', 'og:image:width', String(width))]),
    ...(height === undefined ? [] : [meta('property', 'og:image:height', String(height))]),
    meta('property', 'og:image:alt', alt),
    meta('name', 'twitter:image', url),
  ]
}

const meta = (attribute: 'name' | 'property', name: string, content: string): string =>
  `<meta ${attribute}="${name}" content="${escapeHtml(content)}" ${mark}>`

const link = (rel: string, href: string, more = ''): string =>
  `<link rel="${rel}" href="${escapeHtml(href)}"${more} ${mark}>`
