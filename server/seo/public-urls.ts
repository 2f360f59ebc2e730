import { paths } from '#contract/api.ts'
import { defaultLocale, locales, type Locale } from '#contract/locale.ts'

/** Public URLs of the app's pages. */
export interface PublicUrls {
  /** True when they contain the forum's host. */
  areAbsolute: boolean
  /** URL of a page in a language. The default language adds no parameter. */
  page(path: string, locale?: Locale): string
  /** URL of a stored file. */
  file(no: string): string
  /** URL of a file of the app. */
  asset(path: string): string
}

/**
 * Creates public URLs.
 * @param publicUrl address of the forum without a trailing slash; when empty, URLs begin with their path
 */
export function createPublicUrls(publicUrl: string, apiPrefix: string): PublicUrls {
  return {
    areAbsolute: publicUrl !== '',
    page: (path, locale = defaultLocale) =>
      publicUrl + path + (locale === defaultLocale ? '' : `?lang=${locale}`),
    file: (no) => publicUrl + apiPrefix + paths.downloadFile(no),
    asset: (path) => publicUrl + path,
  }
}

/** Lists the URLs of a page in every language, for search engines. */
export function listAlternates(urls: PublicUrls, path: string): { hreflang: string; href: string }[] {
  return [
    ...locales.map((locale) => ({ hreflang: locale, href: urls.page(path, locale) })),
    { hreflang: 'x-default', href: urls.page(path) },
  ]
}

/** Paths of row pages. Numbers and ids are texts: leading zeros and letters stay. */
export const pagePaths = {
  session: (id: string): string => `/agenda/${encodeURIComponent(id)}`,
  article: (no: string): string => `/article/view/${encodeURIComponent(no)}`,
  category: (id: string): string => `/article/category/${encodeURIComponent(id)}`,
  exhibitor: (id: string): string => `/show/${encodeURIComponent(id)}`,
  track: (id: string): string => `/agenda?track=${encodeURIComponent(id)}`,
} as const
