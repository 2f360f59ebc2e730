import i18next, { changeLanguage, init, use } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { defaultLocale, type Locale } from '#contract/locale.ts'
import { getLocale, setTextLoader } from '#platform/locale.ts'

/** Imports a chunk of texts: by the path of their file, such as `../../../locales/en/home.json`, the texts by key. */
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

/** The groups requested since the start. A switch of the language loads all of them. */
const neededGroups = new Set<TextGroup>(['public'])

/**
 * Starts i18next with the public texts of the chosen language. The caller mounts the app when this is settled. The code
 * of the page, which may request more texts, loads at the same time.
 */
export function startI18n(): Promise<void> {
  const initialized = initialize()
  const addGroups = async (groups: readonly TextGroup[]) => {
    for (const group of groups) neededGroups.add(group)
    // The chunks load in parallel. `addTexts` then finds them loaded.
    await Promise.all([initialized, ...groups.map((group) => loaders[getLocale()][group]())])
    await addTexts(getLocale())
  }
  setTextLoader({
    loadLanguage: async (locale) => {
      await addTexts(locale)
      await changeLanguage(locale)
    },
    loadRegistration: () => addGroups(['registration']),
    loadMember: () => addGroups(['registration', 'member']),
  })
  return initialized
}

async function initialize(): Promise<void> {
  use(initReactI18next)
  await init({
    lng: getLocale(),
    // Both languages have the same keys, so no second language needs to be loaded.
    fallbackLng: false,
    defaultNS: 'common',
    resources: {},
    // React escapes texts itself.
    interpolation: { escapeValue: false },
    // Screens load their texts before they render.
    react: { useSuspense: false },
  })
  // Only texts that every page needs are loaded here: missing texts of a single page must not stop the start. Where the
  // chosen language is not on the device, the app starts in the default one.
  await addGroup(getLocale(), 'public').catch(() => addGroup(defaultLocale, 'public'))
}

/** Adds the texts of all needed groups, also of those requested while it runs. */
async function addTexts(locale: Locale): Promise<void> {
  for (const group of neededGroups) await addGroup(locale, group)
}

async function addGroup(locale: Locale, group: TextGroup): Promise<void> {
  const { default: texts } = await loaders[locale][group]()
  for (const [path, namespaceTexts] of Object.entries(texts)) {
    // `../../../locales/en/home.json` becomes `home`.
    const namespace = path.replace(/^.*\//, '').replace(/\.json$/, '')
    i18next.addResourceBundle(locale, namespace, namespaceTexts)
  }
}
