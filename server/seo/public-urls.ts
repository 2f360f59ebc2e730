import { paths } from '#contract/api.ts'
import { defaultLocale, locales, type Locale } from '#contract/locale.ts'

/** Addresses of the app's pages as others find them. */
export interface PublicUrls {
  /** They name the forum's host. */
  areWhole: boolean
  /** A page in a language. The default one has the plain address. */
  page(path: string, locale?: Locale): string
  /** A stored file. */
  file(no: string): string
  /** A file of the app itself. */
  asset(path: string): string
}

/**
 * @param publicUrl the address that people use, without a slash at its end; empty where the operator named none: then
 *   addresses begin with their path
 */
export function createPublicUrls(publicUrl: string, apiPrefix: string): PublicUrls {
  return {
    areWhole: publicUrl !== '',
    page: (path, locale = defaultLocale) =>
      publicUrl + path + (locale === defaultLocale ? '' : `?lang=${locale}`),
    file: (no) => publicUrl + apiPrefix + paths.downloadFile(no),
    asset: (path) => publicUrl + path,
  }
}

/** The same page in every language, for search engines. */
export function alternatesOf(addresses: PublicUrls, path: string): { hreflang: string; href: string }[] {
  return [
    ...locales.map((locale) => ({ hreflang: locale, href: addresses.page(path, locale) })),
    { hreflang: 'x-default', href: addresses.page(path) },
  ]
}

/** Paths of pages of rows. Numbers and ids are texts: leading zeros and letters stay (T13). */
export const pathOf = {
  session: (id: string): string => `/agenda/${encodeURIComponent(id)}`,
  article: (no: string): string => `/article/view/${encodeURIComponent(no)}`,
  category: (id: string): string => `/article/category/${encodeURIComponent(id)}`,
  exhibitor: (id: string): string => `/show/${encodeURIComponent(id)}`,
  track: (id: string): string => `/agenda?track=${encodeURIComponent(id)}`,
} as const
