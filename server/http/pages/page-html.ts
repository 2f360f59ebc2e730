import {
  insertBefore,
  formatStylesheetLink,
  injectHead,
  injectEarlyPage,
  type EarlyPage,
} from '#contract/html-injection.ts'
import escapeHtml from 'escape-html'
import type { Locale } from '#contract/locale.ts'

/** Id of the script element with the data; the app reads it once at its start. */
const dataElementId = 'page-data'

/**
 * Adds preloads of files and the data of API responses to the shell.
 * @param responses data by the URL of their request
 * @param prerendered page to show until the app has rendered
 */
export function injectPageData(
  shell: string,
  files: readonly string[],
  responses: Readonly<Record<string, unknown>>,
  prerendered?: EarlyPage,
): string {
  const missingFiles = files.filter((file) => !shell.includes(`"${file}"`))
  // Prerendered HTML needs its styles before it; otherwise scripts load them.
  const links = missingFiles.map((file) =>
    prerendered && isStyle(file) ? formatStylesheetLink(file) : preload(file),
  )
  const data = `<script type="application/json" id="${dataElementId}">${toScriptText(responses)}</script>`
  const page = insertBefore(injectHead(shell, links.join('')), '</body>', data)
  return prerendered ? injectEarlyPage(page, prerendered) : page
}

/** Settings of the deployment that the app needs. */
export interface Deployment {
  /** Path before all endpoints of the API; `/api` by default. */
  apiPrefix: string
  /** Public URL, if the operator has set it; the QR code of the page `/install` contains it. */
  publicUrl?: string
}

/** Adds the settings of the deployment to the shell, as far as they differ from the defaults. */
export function injectDeployment(shell: string, { apiPrefix, publicUrl }: Deployment): string {
  const metas = [
    ...(apiPrefix === '/api' ? [] : [deploymentMeta('api-base', apiPrefix)]),
    ...(publicUrl === undefined ? [] : [deploymentMeta('public-url', publicUrl)]),
  ]
  return injectHead(shell, metas.join(''))
}

/** Renders a meta tag that the app reads at its start. */
function deploymentMeta(name: string, value: string): string {
  const content = value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
  return `<meta name="${name}" content="${content}">`
}

/**
 * Formats the scripts and styles of a page as a `Link` header: the browser fetches them while the HTML still arrives. It
 * finds them in tags such as `<link rel="stylesheet" href="/assets/index-1a2b.css">`.
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

/**
 * Renders the tag by which the browser fetches a script or style early. `crossorigin` as on the tags that Vite builds: with
 * another mode the browser would fetch the file twice.
 */
function preload(file: string): string {
  return isStyle(file)
    ? `<link rel="preload" as="style" crossorigin href="${file}">`
    : `<link rel="modulepreload" crossorigin href="${file}">`
}

/** Formats JSON for a script element: without `<` no text can end the element or begin another one. */
export function toScriptText(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`)
}

/** Metadata of a page for search engines and for previews of shared links. */
export interface PageHead {
  /** Language of the texts. */
  locale: Locale
  title: string
  description: string
  /** Search engines may list the page; `noindex` when absent. */
  isListed?: true
  /** Absolute URL of the page in this language, if the operator has set the public URL. */
  canonical?: string
  /** Absolute URLs of the page by language; `x-default` for all others. */
  alternates?: readonly { hreflang: string; href: string }[]
  /** Name of the forum in the language of the page. */
  siteName: string
  /** `og:type` of previews. */
  kind: 'website' | 'article'
  /** Picture of previews; sizes in pixels. */
  image?: { url: string; alt: string; width?: number; height?: number }
  /** True when the path names nothing: the page says so, and its status is 404. */
  isMissing?: true
  /** Linked data (JSON-LD). */
  linkedData?: readonly object[]
}

/** Source of the heads; `server/seo` implements it. */
export interface PageHeads {
  /** Changes whenever any head may have changed. Called at every request. */
  version: () => Promise<string>
  /**
   * @param path as requested, without query
   * @returns undefined when the page needs no head of its own
   */
  find: (path: string, locale: Locale) => Promise<PageHead | undefined>
}

/** Attribute of tags from the server: the app removes them when it navigates to another page. */
const servedAttribute = 'data-served'

/** Replaces title, description and language of the shell and adds the tags of a head. `htmlStart` ends before `</head>`. */
export function injectPageHead(htmlStart: string, head: PageHead): string {
  return (
    // Functions as replacements: in a text, `$&` in a title would have a meaning.
    htmlStart
      .replace(/<html\b[^>]*>/, (tag) => tag.replace(/\blang="[^"]*"/, `lang="${head.locale}"`))
      .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(head.title)}</title>`)
      .replace(/<meta name="description"[^>]*>/, () => meta('name', 'description', head.description)) +
    listHeadTags(head).join('')
  )
}

/** Renders linked data as data blocks, which a browser does not run. */
export function renderLinkedData({ linkedData = [] }: PageHead): string {
  return linkedData
    .map((value) => `<script type="application/ld+json" ${servedAttribute}>${toScriptText(value)}</script>`)
    .join('')
}

function listHeadTags(head: PageHead): string[] {
  const { canonical, alternates = [], image } = head
  return [
    ...(head.isListed ? [] : [meta('name', 'robots', 'noindex')]),
    ...(canonical === undefined ? [] : [link('canonical', canonical), meta('property', 'og:url', canonical)]),
    ...alternates.map(({ hreflang, href }) => link('alternate', href, ` hreflang="${escapeHtml(hreflang)}"`)),
    meta('property', 'og:type', head.kind),
    meta('property', 'og:site_name', head.siteName),
    // Open Graph requires a territory.
    meta('property', 'og:locale', head.locale === 'en' ? 'en_GB' : head.locale.replace('-', '_')),
    meta('property', 'og:title', head.title),
    meta('property', 'og:description', head.description),
    ...(image ? listImageTags(image) : []),
    meta('name', 'twitter:card', image ? 'summary_large_image' : 'summary'),
    meta('name', 'twitter:title', head.title),
    meta('name', 'twitter:description', head.description),
  ]
}

function listImageTags({ url, alt, width, height }: NonNullable<PageHead['image']>): string[] {
  return [
    meta('property', 'og:image', url),
    ...(width === undefined ? [] : [meta('property', 'og:image:width', String(width))]),
    ...(height === undefined ? [] : [meta('property', 'og:image:height', String(height))]),
    meta('property', 'og:image:alt', alt),
    meta('name', 'twitter:image', url),
  ]
}

/** Renders a meta tag of the server. @param attribute the one that carries the name: `property` for Open Graph */
const meta = (attribute: 'name' | 'property', name: string, content: string): string =>
  `<meta ${attribute}="${name}" content="${escapeHtml(content)}" ${servedAttribute}>`

/** Renders a link tag of the server. @param furtherAttributes HTML with a blank before it */
const link = (rel: string, href: string, furtherAttributes = ''): string =>
  `<link rel="${rel}" href="${escapeHtml(href)}"${furtherAttributes} ${servedAttribute}>`
