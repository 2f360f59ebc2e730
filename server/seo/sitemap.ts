import escapeHtml from 'escape-html'
import { sql, type Kysely } from 'kysely'
import { articleModuleNames } from '#contract/articles.ts'
import type { Tables } from '#server/db/client.ts'
import { moduleTables } from '#server/db/module-tables.ts'
import { whereVisible } from '#server/engine/query/query-plan.ts'
import type { Registry } from '#server/engine/schema/registry.ts'
import { anonymous } from '#server/http/caller.ts'
import { pathOf, type PublicUrls } from './public-urls.ts'
import { listedPages } from './page-texts.ts'

/** Most addresses that a sitemap may hold (sitemaps.org). */
const maxAddresses = 50_000

/** Modules whose rows have pages: the column by which their addresses call them, and the address. */
const rowPages: readonly { module: string; key: 'id' | 'no'; path: (key: string) => string }[] = [
  { module: 'sessions', key: 'id', path: pathOf.session },
  ...articleModuleNames.map((module) => ({ module, key: 'no' as const, path: pathOf.article })),
  { module: 'exhibitors', key: 'id', path: pathOf.exhibitor },
  { module: 'article_category', key: 'id', path: pathOf.category },
]

interface Entry {
  path: string
  /** When it was last written, ISO 8601. */
  at?: string
}

/** Every page that everybody may find: the app's own, and those of published rows. */
export async function writeSitemap(
  kysely: Kysely<Tables>,
  registry: Registry,
  addresses: PublicUrls,
): Promise<string> {
  const entries: Entry[] = ['/', ...listedPages.keys()].map((path) => ({ path }))
  for (const { module, key, path } of rowPages) {
    const rows = await readKeys(kysely, registry, module, key)
    entries.push(...rows.map((row) => ({ path: path(row.key), at: row.updated_at })))
  }
  const urls = entries.slice(0, maxAddresses).map(({ path, at }) => {
    const lastmod = at === undefined ? '' : `<lastmod>${escapeHtml(at)}</lastmod>`
    return `<url><loc>${escapeHtml(addresses.page(path))}</loc>${lastmod}</url>\n`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('')}</urlset>
`
}

/** The rows that everybody sees, by the very condition of the calls. */
async function readKeys(
  kysely: Kysely<Tables>,
  registry: Registry,
  module: string,
  key: 'id' | 'no',
): Promise<readonly { key: string; updated_at: string }[]> {
  const shown = whereVisible(moduleTables(kysely), registry.get(module), anonymous, false)
  const { rows } = await sql<{ key: string; updated_at: string }>`
    select ${sql.ref(key)} as key, updated_at from ${sql.id(module)} where ${shown} order by ${sql.ref(key)}`.execute(
    kysely,
  )
  return rows
}
