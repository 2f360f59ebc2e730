/**
 * What robots are told. Public reads of the API stay open: pages of rows are drawn from them.
 * @param sitemap address of the sitemap, where the operator named the address that people use
 */
export function writeRobots(apiPrefix: string, sitemap: string | undefined): string {
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
