import { forumSetting } from '#contract/forum.ts'
import type { Locale } from '#contract/locale.ts'

/** File name of the web manifest of a language. */
export const manifestFile = (locale: Locale): string => `manifest.${locale}.webmanifest`

const texts = {
  'zh-CN': {
    description: '论坛议程、新闻与资料，没有网络也能用。',
    today: '今日议程',
    myAgenda: '我的议程',
    outbox: '发件箱',
    home: '首页',
    agenda: '议程',
    grid: '各会场时间表',
  },
  en: {
    description: 'Agenda, news and documents of the forum. Works without network.',
    today: 'Today',
    myAgenda: 'My agenda',
    outbox: 'Outbox',
    home: 'Home',
    agenda: 'Agenda',
    grid: 'Timetable of all rooms',
  },
} as const satisfies Record<Locale, Record<string, string>>

/** Screenshots for the browser's install dialog, made by `npm run screens -- --install`. */
const screenshots = [
  { name: 'agenda', device: 'phone', sizes: '780x1688', form: 'narrow' },
  { name: 'home', device: 'phone', sizes: '780x1688', form: 'narrow' },
  { name: 'agenda-grid', device: 'tablet', sizes: '1180x820', form: 'wide' },
] as const

const labels = { agenda: 'agenda', home: 'home', 'agenda-grid': 'grid' } as const

/**
 * The web manifest in one language. Both have the same `id`: a phone that changes its language keeps one app.
 * The page links the one of its language. A manifest has one set of colours, here those of the light theme. The page's
 * own `theme-color` follows the theme from the first frame on.
 */
export function webManifest(locale: Locale) {
  const words = texts[locale]
  const icons = [{ src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' }]
  return {
    id: '/',
    start_url: '/',
    scope: '/',
    name: forumSetting.name[locale],
    short_name: forumSetting.shortName[locale],
    description: words.description,
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
    screenshots: screenshots.map(({ name, device, sizes, form }) => ({
      src: `/screenshots/${name}-${device}-${locale}-light.jpg`,
      sizes,
      type: 'image/jpeg',
      form_factor: form,
      label: words[labels[name]],
    })),
    shortcuts: [
      { name: words.myAgenda, url: '/agenda?mine=true', icons },
      { name: words.today, url: '/agenda', icons },
      { name: words.outbox, url: '/user/outbox', icons },
    ],
    // By this a page can learn that its app is installed (getInstalledRelatedApps).
    related_applications: [{ platform: 'webapp', url: `/${manifestFile(locale)}` }],
  }
}
