/** Languages by the names that schedules write instead of tags. */
const names: Readonly<Record<string, string>> = {
  中文: 'zh',
  汉语: 'zh',
  漢語: 'zh',
  华语: 'zh',
  華語: 'zh',
  普通话: 'zh-CN',
  粤语: 'yue',
  english: 'en',
  英文: 'en',
  英语: 'en',
  英語: 'en',
  chinese: 'zh',
  mandarin: 'zh',
  日本語: 'ja',
  japanese: 'ja',
  deutsch: 'de',
  german: 'de',
  français: 'fr',
  french: 'fr',
}

/** The BCP 47 tag of the language a file names, or null when it names none that can be told. */
export function toLanguageTag(name: string): string | null {
  const known = names[name.toLowerCase()]
  if (known) return known
  if (!/^[a-z]{2,3}(?:[-_][a-z0-9]{2,8})*$/i.test(name)) return null
  try {
    return Intl.getCanonicalLocales(name.replaceAll('_', '-'))[0] ?? null
  } catch {
    return null
  }
}
