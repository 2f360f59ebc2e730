import i18next, { changeLanguage, init, use } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { defaultLocale, type Locale } from '#contract/locale.ts'
import { getLocale, setTextLoader } from '#platform/locale.ts'

type LoadTexts = () => Promise<{ default: Record<string, Record<string, unknown>> }>

/** Texts for every visitor, for sign-in and registration, and for signed-in users only. */
type TextGroup = 'public' | 'registration' | 'member'

/** One chunk per language and group. Chunks of the other language load when the user switches. */
const loaders: Record<Locale, Record<TextGroup, LoadTexts>> = {
  'zh-CN': {
    public: () => import('./zh-CN.ts'),
    registration: () => import('./zh-CN-registration.ts'),
    member: () => import('./zh-CN-member.ts'),
  },
  en: {
    public: () => import('./en.ts'),
    registration: () => import('./en-registration.ts'),
    member: () => import('./en-member.ts'),
  },
}

/** The groups that this visit needs. */
const neededGroups = new Set<TextGroup>(['public'])

/**
 * Loads the texts of the chosen language and sets the app's language. The app is mounted afterwards. The code of the
 * page, which may request more texts, loads at the same time.
 */
export function startI18n(): Promise<void> {
  const initialized = initialize()
  const add = async (groups: readonly TextGroup[]) => {
    for (const group of groups) neededGroups.add(group)
    await Promise.all([initialized, ...groups.map((group) => loaders[getLocale()][group]())])
    await addTexts(getLocale())
  }
  setTextLoader({
    loadLanguage: async (locale) => {
      await addTexts(locale)
      await changeLanguage(locale)
    },
    loadRegistration: () => add(['registration']),
    loadMember: () => add(['registration', 'member']),
  })
  return initialized
}

async function initialize(): Promise<void> {
  use(initReactI18next)
  await init({
    lng: getLocale(),
    fallbackLng: false,
    defaultNS: 'common',
    resources: {},
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  })
  // Only texts that every page needs are loaded here: missing texts of a single page must not stop the start.
  await addGroup(getLocale(), 'public').catch(() => addGroup(defaultLocale, 'public'))
}

/** Adds the texts of all needed groups, also of those requested while it runs. */
async function addTexts(locale: Locale): Promise<void> {
  for (const group of neededGroups) await addGroup(locale, group)
}

async function addGroup(locale: Locale, group: TextGroup): Promise<void> {
  const { default: texts } = await loaders[locale][group]()
  for (const [file, keys] of Object.entries(texts)) {
    const namespace = file.replace(/^.*\//, '').replace(/\.json$/, '')
    i18next.addResourceBundle(locale, namespace, keys)
  }
}
