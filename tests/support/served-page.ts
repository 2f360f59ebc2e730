import { SaxesParser } from 'saxes'

/** A page as those read it who do not run its program. */
export interface ServedPage {
  status: number
  html: string
  etag: string
  lang: string | undefined
  title: string
  /** Contents of `meta` elements by their name or property. */
  metas: Record<string, string>
  canonical: string | undefined
  /** Addresses of the same page by language. */
  alternates: Record<string, string>
  /** Linked data. */
  data: unknown[]
}

/** Asks for a page as a navigation does. */
export async function askPage(url: string, headers: Record<string, string> = {}): Promise<ServedPage> {
  const answer = await fetch(url, { headers: { accept: 'text/html,*/*', ...headers } })
  const html = await answer.text()
  const tags = [...html.matchAll(/<(meta|link)\b([^>]*)>/g)].map(([, name = '', attributes = '']) => ({
    name,
    ...attributesOf(attributes),
  })) as Record<string, string>[]
  const links = tags.filter(({ name }) => name === 'link')
  return {
    status: answer.status,
    html,
    etag: answer.headers.get('etag') ?? '',
    lang: /<html\b[^>]*\blang="([^"]*)"/.exec(html)?.[1],
    title: unescape(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? ''),
    metas: Object.fromEntries(
      [...html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g)].map(
        ([, name = '', content = '']) => [name, unescape(content)],
      ),
    ),
    canonical: links.find(({ rel }) => rel === 'canonical')?.['href'],
    alternates: Object.fromEntries(
      links.filter(({ rel }) => rel === 'alternate').map(({ hreflang = '', href = '' }) => [hreflang, href]),
    ),
    data: [...html.matchAll(/<script type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/g)].map(
      ([, text = '']) => JSON.parse(text) as unknown,
    ),
  }
}

function attributesOf(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, unescape(value)]),
  )
}

function unescape(text: string): string {
  const characters: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }
  return text.replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => characters[name] ?? '')
}

/** Addresses of a sitemap with their times. @throws Error when it is no well-formed XML */
export function addressesOf(xml: string): Map<string, string | undefined> {
  const addresses = new Map<string, string | undefined>()
  const parser = new SaxesParser()
  let element = ''
  let last = ''
  parser.on('opentag', ({ name }) => (element = name))
  parser.on('closetag', () => (element = ''))
  parser.on('text', (text) => {
    if (element === 'loc') addresses.set((last = text), undefined)
    if (element === 'lastmod') addresses.set(last, text)
  })
  parser.on('error', (error) => {
    throw error
  })
  parser.write(xml).close()
  return addresses
}
