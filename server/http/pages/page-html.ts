import { insertBefore, stylesheet, injectHead, injectPrerender } from '#contract/html-injection.ts'

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
    ...(apiPrefix === '/api' ? [] : [meta('api-base', apiPrefix)]),
    ...(publicUrl === undefined ? [] : [meta('public-url', publicUrl)]),
  ]
  return injectHead(shell, metas.join(''))
}

function meta(name: string, value: string): string {
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
