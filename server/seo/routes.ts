import type { FastifyInstance } from 'fastify'
import { defaultLocale, locales } from '#contract/locale.ts'
import type { ReadContext } from '#server/engine/query/engine-context.ts'
import { compressPage } from '#server/http/pages/page-cache.ts'
import { sendPublic, type PublicResponse } from '#server/http/public-response.ts'
import { createPublicUrls } from './public-urls.ts'
import { createFullForumEvent } from './json-ld.ts'
import { readProgramme, type PublicRows } from './public-rows.ts'
import { writeSitemap } from './sitemap.ts'

/** Options of {@link seoRoutes}. */
export interface SeoOptions {
  context: ReadContext
  rows: PublicRows
  apiPrefix: string
  /** The public URL, or the one derived from the port: a sitemap needs absolute URLs. */
  publicUrl: string
  /** False when `publicUrl` is derived from the port: robots.txt then names no sitemap. */
  hasOwnPublicUrl: boolean
}

const config = { permission: { kind: 'public' } } as const

/** Creates the OpenAPI description of a feed. */
const createFeedSchema = (summary: string) => ({ tags: ['feeds'], summary, security: [] })

const programmeSchema = {
  ...createFeedSchema('The whole programme as linked data of schema.org'),
  querystring: { type: 'object', properties: { lang: { description: locales.join(' or ') } } },
}

/** Registers robots.txt, the sitemap and the programme as linked data. */
export async function seoRoutes(app: FastifyInstance, options: SeoOptions): Promise<void> {
  const { context, rows, apiPrefix, publicUrl, hasOwnPublicUrl } = options
  const urls = createPublicUrls(publicUrl, apiPrefix)
  const sitemapUrl = urls.asset('/sitemap.xml')
  const robots = await createResponse('text/plain; charset=utf-8')(
    formatRobots(apiPrefix, hasOwnPublicUrl ? sitemapUrl : undefined),
  )
  const sitemap = createCachedFeed(rows, 'application/xml; charset=utf-8', () =>
    writeSitemap(context.db.kysely, context.registry, urls),
  )
  const programmes = new Map(
    locales.map((locale) => [
      locale as string,
      createCachedFeed(rows, 'application/ld+json; charset=utf-8', async () => {
        const programme = await readProgramme(rows)
        const event = createFullForumEvent(programme, urls, locale)
        return JSON.stringify({ '@context': 'https://schema.org', ...event })
      }),
    ]),
  )

  app.get(
    '/robots.txt',
    { config, schema: createFeedSchema('What search engines may read') },
    (_request, reply) => sendPublic(reply, robots),
  )
  app.get(
    '/sitemap.xml',
    { config, schema: createFeedSchema('Every public page') },
    async (_request, reply) => sendPublic(reply, await sitemap()),
  )
  app.get<{ Querystring: { lang?: string } }>(
    '/schedule.jsonld',
    { config, schema: programmeSchema },
    async ({ query }, reply) => {
      const readProgrammeFeed = programmes.get(query.lang ?? '') ?? programmes.get(defaultLocale)
      // There is a feed of the default language; only the compiler does not know.
      return readProgrammeFeed && sendPublic(reply, await readProgrammeFeed())
    },
  )
}

/** Creates a function that compresses a body to a response. */
const createResponse = (contentType: string) => async (body: string) => ({
  ...(await compressPage(body, 'quick')),
  contentType,
})

/** Caches a feed until the rows change. Concurrent requests share one build. */
function createCachedFeed(
  rows: PublicRows,
  contentType: string,
  write: () => Promise<string>,
): () => Promise<PublicResponse> {
  /** The latest build, which may still be running, and the version of the rows that it was made from. */
  let cached: { version: string; response: Promise<PublicResponse> } | undefined
  return async () => {
    const version = await rows.version()
    if (cached?.version !== version) {
      const newFeed = { version, response: write().then(createResponse(contentType)) }
      cached = newFeed
      // A failed build is not cached.
      newFeed.response.catch(() => {
        if (cached === newFeed) cached = undefined
      })
    }
    return cached.response
  }
}

/**
 * Formats robots.txt. Public reads of the API stay allowed, because row pages are rendered from them.
 * @param sitemap URL of the sitemap, when the operator set the public URL
 */
function formatRobots(apiPrefix: string, sitemap: string | undefined): string {
  return [
    'User-agent: *',
    `Disallow: ${apiPrefix}/`,
    ...['query', 'settings', 'article', 'download/file'].map((path) => `Allow: ${apiPrefix}/front/${path}/`),
    'Disallow: /console',
    'Disallow: /login',
    'Disallow: /search',
    'Disallow: /user',
    ...(sitemap === undefined ? [] : ['', `Sitemap: ${sitemap}`]),
    '',
  ].join('\n')
}
