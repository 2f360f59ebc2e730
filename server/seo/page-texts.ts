import { readFileSync } from 'node:fs'
import { locales, type Locale, type Localized } from '#contract/locale.ts'
import { createText } from '#server/seo/text.ts'

/** Title and description of an app page, without the forum's name and days. */
export interface PageTexts {
  title: Localized
  description: Localized
}

/** Reads the title that the screen shows, from the texts of its feature. */
function readTitles(namespace: string, key: string): Localized {
  const titles = Object.fromEntries(locales.map((locale) => [locale, readTitle(locale, namespace, key)]))
  return titles as Record<Locale, string>
}

/** @throws Error when the text is missing, so that the server does not start with an untitled page */
function readTitle(locale: Locale, namespace: string, key: string): string {
  const file = new URL(`../../locales/${locale}/${namespace}.json`, import.meta.url)
  const title = (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)[key]
  if (title === undefined) throw new Error(`the texts of ${namespace} have no ${key} in ${locale}`)
  return title
}

/** Public pages by path. Home is separate, because its title is the forum's name. */
export const listedPages: ReadonlyMap<string, PageTexts> = new Map([
  [
    '/agenda',
    createPageTexts(
      'agenda',
      '全部场次、分论坛与会场，可收藏，没有网络也能看。',
      'Every session, sub-forum and room. Mark your own; it works without network.',
    ),
  ],
  ['/news', createPageTexts('news', '论坛的最新消息与通知。', 'What is new at the forum, and what changes.')],
  [
    '/live',
    createPageTexts(
      'live',
      '各会场直播、回放与图片。',
      'Live coverage of the rooms, recordings and pictures.',
    ),
  ],
  [
    '/show',
    createPageTexts(
      'show',
      '参展单位、展位与展馆平面图。',
      'Exhibitors, their booths and plans of the halls.',
    ),
  ],
  [
    '/download',
    createPageTexts(
      'downloads',
      '参会手册、指南与会议资料，可保存到手机。',
      'Handbook, guides and papers, to keep on your phone.',
    ),
  ],
  [
    '/suzhou',
    createPageTexts(
      'pages',
      '场馆、酒店、抵达、签证与城市信息。',
      'Venue, hotels, arrival, visa and the city.',
    ),
  ],
  [
    '/qa',
    createPageTexts(
      'qa',
      '报名、行程、用餐与参会的常见问题。',
      'What people ask about registration, travel, meals and the days of the forum.',
    ),
  ],
  [
    '/qa/ask',
    createPageTexts(
      'ask',
      '向组委会提问，答复后公开。',
      'Ask the organisers; what they answer is published for everybody.',
    ),
  ],
  [
    '/register',
    createPageTexts(
      'register',
      '报名流程与所需资料。',
      'How registration goes, and what to have ready.',
      'kinds.participants',
    ),
  ],
  [
    '/install',
    {
      title: createText('把论坛带在身边', 'Take the forum with you'),
      description: createText(
        '把论坛添加到主屏幕，没有网络也能用。',
        'Put the forum on your home screen; it works without network.',
      ),
    },
  ],
])

/** @param titleKey key of the text that is the screen's title */
function createPageTexts(namespace: string, zh: string, en: string, titleKey = 'title'): PageTexts {
  return { title: readTitles(namespace, titleKey), description: createText(zh, en) }
}
