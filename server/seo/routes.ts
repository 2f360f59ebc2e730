import type { FastifyInstance } from 'fastify'
import { defaultLocale, locales } from '#contract/locale.ts'
import type { ReadContext } from '#server/engine/query/read-handlers.ts'
import type { Revisions } from '#server/engine/changes/revisions.ts'
import { compressPage } from '#server/http/pages/page-cache.ts'
import { sendPublic, type PublicResponse } from '#server/http/public-response.ts'
import { createPublicUrls } from './public-urls.ts'
import { wholeForumEvent } from './json-ld.ts'
import { readProgramme, type PublicRows } from './public-rows.ts'
import { writeSitemap } from './sitemap.ts'

export interface FeedOptions {
  context: ReadContext & { revisions: Revisions }
  rows: PublicRows
  apiPrefix: string
  /** The address that people use, or the one made of the port: a sitemap needs whole addresses. */
  publicUrl: string
  hasOwnPublicUrl: boolean
}

const config = { permission: { kind: 'public' } } as const

/** How the description of the API names a feed. */
const schemaOf = (summary: string) => ({ tags: ['feeds'], summary, security: [] })

const programmeSchema = {
  ...schemaOf('The whole programme as linked data of schema.org'),
  querystring: { type: 'object', properties: { lang: { description: locales.join(' or ') } } },
}

/** What machines ask for: robots.txt, the sitemap, and the whole programme as linked data. */
export async function feedRoutes(app: FastifyInstance, options: FeedOptions): Promise<void> {
  const { context, rows, apiPrefix, publicUrl, hasOwnPublicUrl } = options
  const addresses = createPublicUrls(publicUrl, apiPrefix)
  const sitemapUrl = addresses.asset('/sitemap.xml')
  const robots = await toFeed('text/plain; charset=utf-8')(
    writeRobots(apiPrefix, hasOwnPublicUrl ? sitemapUrl : undefined),
  )
  const sitemap = keepFeed(rows, 'application/xml; charset=utf-8', () =>
    writeSitemap(context.db.kysely, context.registry, addresses),
  )
  const programmes = new Map(
    locales.map((locale) => [
      locale as string,
      keepFeed(rows, 'application/ld+json; charset=utf-8', async () => {
        const programme = await readProgramme(rows)
        const event = wholeForumEvent(programme, addresses, locale)
        return JSON.stringify({ '@context': 'https://schema.org', ...event })
      }),
    ]),
  )

  app.get('/robots.txt', { config, schema: schemaOf('What search engines may read') }, (_request, reply) =>
    sendPublic(reply, robots),
  )
  app.get('/sitemap.xml', { config, schema: schemaOf('Every public page') }, async (_request, reply) =>
    sendPublic(reply, await sitemap()),
  )
  app.get<{ Querystring: { lang?: string } }>(
    '/schedule.jsonld',
    { config, schema: programmeSchema },
    async ({ query }, reply) => {
      const find = programmes.get(query.lang ?? '') ?? programmes.get(defaultLocale)
      return find && sendPublic(reply, await find())
    },
  )
}

const toFeed = (contentType: string) => async (body: string) => ({
  ...(await compressPage(body, 'quick')),
  contentType,
})

/** A feed that is written once for each change of what it tells; those who ask meanwhile wait for the same. */
function keepFeed(
  rows: PublicRows,
  contentType: string,
  write: () => Promise<string>,
): () => Promise<PublicResponse> {
  let kept: { version: string; answer: Promise<PublicResponse> } | undefined
  return async () => {
    const version = await rows.version()
    if (kept?.version !== version) {
      const own = { version, answer: write().then(toFeed(contentType)) }
      kept = own
      // A feed that could not be written is written anew for the next who asks.
      own.answer.catch(() => {
        if (kept === own) kept = undefined
      })
    }
    return kept.answer
  }
}

/**
 * What robots are told. Public reads of the API stay open: pages of rows are drawn from them.
 * @param sitemap address of the sitemap, where the operator named the address that people use
 */
function writeRobots(apiPrefix: string, sitemap: string | undefined): string {
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
