import i18next, { changeLanguage, init, use } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { defaultLocale, type Locale } from '#contract/locale.ts'
import { getLocale, setTextLoader } from '#lib/locale.ts'

/** One chunk per language; the other one is fetched at the switch. */
const loaders: Record<Locale, () => Promise<{ default: Record<string, Record<string, unknown>> }>> = {
  'zh-CN': () => import('./zh-CN.ts'),
  en: () => import('./en.ts'),
}

/** Loads the texts of the chosen language and makes them the app's. The app is mounted after it. */
export async function startI18n(): Promise<void> {
  use(initReactI18next)
  await init({
    lng: getLocale(),
    fallbackLng: false,
    defaultNS: 'common',
    resources: {},
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  })
  await addTexts(getLocale()).catch(() => addTexts(defaultLocale))
  setTextLoader(async (locale) => {
    await addTexts(locale)
    await changeLanguage(locale)
  })
}

async function addTexts(locale: Locale): Promise<void> {
  const { default: texts } = await loaders[locale]()
  for (const [file, keys] of Object.entries(texts)) {
    const namespace = file.replace(/^.*\//, '').replace(/\.json$/, '')
    i18next.addResourceBundle(locale, namespace, keys)
  }
}
