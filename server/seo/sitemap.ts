import escapeHtml from 'escape-html'
import { sql, type Kysely } from 'kysely'
import { articleModuleNames } from '#contract/articles.ts'
import type { Tables } from '#server/db/client.ts'
import { moduleTables } from '#server/db/module-tables.ts'
import { whereVisible } from '#server/engine/query/query-plan.ts'
import type { Registry } from '#server/engine/schema/registry.ts'
import { anonymous } from '#server/http/caller.ts'
import { pagePaths, type PublicUrls } from './public-urls.ts'
import { listedPages } from './page-texts.ts'

/** Maximum URLs of a sitemap (sitemaps.org). Further rows are left out. */
const maxUrls = 50_000

/** Modules whose rows have pages, with the column in their path. */
const rowPages: readonly { module: string; key: 'id' | 'no'; path: (key: string) => string }[] = [
  { module: 'sessions', key: 'id', path: pagePaths.session },
  ...articleModuleNames.map((module) => ({ module, key: 'no' as const, path: pagePaths.article })),
  { module: 'exhibitors', key: 'id', path: pagePaths.exhibitor },
  { module: 'article_category', key: 'id', path: pagePaths.category },
]

/** A page of the sitemap. */
interface SitemapEntry {
  path: string
  /** Time of the last write, ISO 8601. */
  updatedAt?: string
}

/** Writes the sitemap: the app's public pages and those of published rows. */
export async function writeSitemap(
  kysely: Kysely<Tables>,
  registry: Registry,
  urls: PublicUrls,
): Promise<string> {
  const entries: SitemapEntry[] = ['/', ...listedPages.keys()].map((path) => ({ path }))
  for (const { module, key, path } of rowPages) {
    const rows = await readKeys(kysely, registry, module, key)
    entries.push(...rows.map((row) => ({ path: path(row.key), updatedAt: row.updated_at })))
  }
  const urlElements = entries.slice(0, maxUrls).map(({ path, updatedAt }) => {
    const lastmod = updatedAt === undefined ? '' : `<lastmod>${escapeHtml(updatedAt)}</lastmod>`
    return `<url><loc>${escapeHtml(urls.page(path))}</loc>${lastmod}</url>\n`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urlElements.join('')}</urlset>
`
}

/** Reads the keys of public rows, by the same condition as the API. */
async function readKeys(
  kysely: Kysely<Tables>,
  registry: Registry,
  module: string,
  key: 'id' | 'no',
): Promise<readonly { key: string; updated_at: string }[]> {
  const visibleCondition = whereVisible(moduleTables(kysely), registry.get(module), anonymous, false)
  const { rows } = await sql<{ key: string; updated_at: string }>`
    select ${sql.ref(key)} as key, updated_at from ${sql.id(module)} where ${visibleCondition} order by ${sql.ref(key)}`.execute(
    kysely,
  )
  return rows
}
