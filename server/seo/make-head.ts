import type { ForumSetting } from '#contract/forum.ts'
import type { Locale } from '#contract/locale.ts'
import type { PageHead } from '#server/http/pages/page-html.ts'
import { listAlternates, type PublicUrls } from './public-urls.ts'
import { joinSegments, shorten, selectText } from './text.ts'

/** Share picture of pages without one of their own, made by scripts/make-share-picture.ts. */
export const sharePicture = { path: '/share.png', width: 1200, height: 630 } as const

/** Page-specific input of a head. */
export interface PageHeadInput {
  path: string
  /** Precedes the forum's short name; absent on home. */
  title?: string
  description: string
  kind?: PageHead['kind']
  /** URL of the page's own picture. */
  picture?: string
  /** Linked data of schema.org, which the page contains as JSON-LD. */
  data?: readonly object[]
}

/** Creates the head of a public page, which search engines list in every language. */
export function createHead(
  urls: PublicUrls,
  forum: ForumSetting,
  locale: Locale,
  { path, title, description, kind = 'website', picture, data }: PageHeadInput,
): PageHead {
  const name = selectText(forum.name, locale)
  return {
    ...createBareHead(forum, locale, title),
    description: shorten(description),
    isListed: true,
    // Search engines reject URLs without a host.
    ...(urls.areAbsolute && {
      canonical: urls.page(path, locale),
      alternates: listAlternates(urls, path),
    }),
    kind,
    image: picture
      ? { url: picture, alt: title ?? name }
      : {
          url: urls.asset(sharePicture.path),
          alt: name,
          width: sharePicture.width,
          height: sharePicture.height,
        },
    ...(data && { linkedData: data }),
  }
}

/** Creates the head of a page that search engines must not list: only title and the forum's name. */
export function createBareHead(forum: ForumSetting, locale: Locale, title?: string): PageHead {
  const name = selectText(forum.name, locale)
  const shortName = selectText(forum.shortName, locale) || name
  return {
    locale,
    title: joinSegments([title, title ? shortName : name]),
    description: name,
    siteName: name,
    kind: 'website',
  }
}
