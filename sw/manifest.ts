import { forumSetting } from '#contract/forum.ts'
import type { Locale } from '#contract/locale.ts'

/** File name of the web manifest of a language. */
export const manifestFile = (locale: Locale): string => `manifest.${locale}.webmanifest`

/** Texts of the manifest; `grid` labels a screenshot, as `home` and `agenda` do. */
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

/** Key of {@link texts} by screenshot. */
const screenshotLabels = { agenda: 'agenda', home: 'home', 'agenda-grid': 'grid' } as const

/**
 * Returns the web manifest in one language. The manifests of both languages have the same `id`, so that a change of the
 * language does not create a second app. Their colours are those of the light theme; the page sets `theme-color` itself.
 */
export function webManifest(locale: Locale) {
  const manifestTexts = texts[locale]
  const icons = [{ src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' }]
  return {
    id: '/',
    start_url: '/',
    scope: '/',
    name: forumSetting.name[locale],
    short_name: forumSetting.shortName[locale],
    description: manifestTexts.description,
    lang: locale,
    dir: 'ltr',
    display: 'standalone',
    background_color: '#FBFAF7',
    theme_color: '#FBFAF7',
    categories: ['events', 'productivity'],
    // A second start shows the window that is open already.
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
      label: manifestTexts[screenshotLabels[name]],
    })),
    shortcuts: [
      { name: manifestTexts.myAgenda, url: '/agenda?mine=true', icons },
      { name: manifestTexts.today, url: '/agenda', icons },
      { name: manifestTexts.outbox, url: '/user/outbox', icons },
    ],
    // Lets a page detect with `getInstalledRelatedApps` that the app is installed.
    related_applications: [{ platform: 'webapp', url: `/${manifestFile(locale)}` }],
  }
}
