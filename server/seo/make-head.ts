import type { ForumSetting } from '#contract/forum.ts'
import type { Locale } from '#contract/locale.ts'
import type { PageHead } from '#server/http/pages/page-html.ts'
import { alternatesOf, type PublicUrls } from './public-urls.ts'
import { joinWords, shorten, textIn } from './text.ts'

/** The picture that stands for every page without one of its own, made by scripts/make-share-picture.ts. */
export const sharePicture = { path: '/share.png', width: 1200, height: 630 } as const

/** What is particular to a page. */
export interface HeadParts {
  path: string
  /** Stands before the forum's short name; absent on home. */
  title?: string
  description: string
  kind?: PageHead['kind']
  /** Address of a picture of its own. */
  picture?: string
  data?: readonly object[]
}

/** The head of a page that everybody may find. */
export function makeHead(
  addresses: PublicUrls,
  forum: ForumSetting,
  locale: Locale,
  { path, title, description, kind = 'website', picture, data }: HeadParts,
): PageHead {
  const name = textIn(forum.name, locale)
  return {
    ...bareHead(forum, locale, title),
    description: shorten(description),
    isListed: true,
    // To search engines an address without a host is a fault.
    ...(addresses.areWhole && {
      canonical: addresses.page(path, locale),
      alternates: alternatesOf(addresses, path),
    }),
    kind,
    image: picture
      ? { url: picture, alt: title ?? name }
      : {
          url: addresses.asset(sharePicture.path),
          alt: name,
          width: sharePicture.width,
          height: sharePicture.height,
        },
    ...(data && { data }),
  }
}

/** What a page says that is not to be found: whose it is. */
export function bareHead(forum: ForumSetting, locale: Locale, title?: string): PageHead {
  const name = textIn(forum.name, locale)
  const shortName = textIn(forum.shortName, locale) || name
  return {
    locale,
    title: joinWords([title, title ? shortName : name]),
    description: name,
    siteName: name,
    kind: 'website',
  }
}
