import { forumSetting } from '#contract/forum.ts'
import type { Locale } from '#contract/locale.ts'

/** File name of the web manifest of a language. */
export const manifestFile = (locale: Locale): string => `manifest.${locale}.webmanifest`

const shortcutTexts = {
  'zh-CN': { agenda: '议程', myAgenda: '我的议程', downloads: '资料下载' },
  en: { agenda: 'Agenda', myAgenda: 'My agenda', downloads: 'Downloads' },
} as const satisfies Record<Locale, Record<string, string>>

const descriptions = {
  'zh-CN': '论坛议程、新闻与资料，没有网络也能用。',
  en: 'Agenda, news and documents of the forum. Works without network.',
} as const satisfies Record<Locale, string>

/**
 * The web manifest in one language. Both have the same `id`: a phone that changes its language keeps one app.
 * The page links the one of its language.
 */
export function webManifest(locale: Locale) {
  const texts = shortcutTexts[locale]
  const icons = [{ src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' }]
  return {
    id: '/',
    start_url: '/',
    scope: '/',
    name: forumSetting.name[locale],
    short_name: forumSetting.shortName[locale],
    description: descriptions[locale],
    lang: locale,
    dir: 'ltr',
    display: 'standalone',
    background_color: '#FBFAF7',
    theme_color: '#FBFAF7',
    categories: ['events', 'productivity'],
    launch_handler: { client_mode: 'navigate-existing' },
    icons: [
      ...icons,
      { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    shortcuts: [
      { name: texts.agenda, url: '/agenda', icons },
      { name: texts.myAgenda, url: '/agenda?mine=true', icons },
      { name: texts.downloads, url: '/download', icons },
    ],
  }
}
