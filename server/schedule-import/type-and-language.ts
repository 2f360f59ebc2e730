import type { ImportedSessionType } from './schedule.ts'

/** Patterns of the type names that conferences use, most specific first. */
const typePatterns: readonly (readonly [ImportedSessionType, RegExp])[] = [
  ['keynote', /key-?note|plenary|主旨|主题演讲|主題演講/],
  ['ceremony', /ceremony|opening|closing|开幕|開幕|闭幕|閉幕|仪式|儀式/],
  [
    'break',
    /\b(?:breaks?|breakfast|tea|snacks?)\b|lunch|dinner|coffee|pause\b|茶歇|午餐|午休|用餐|餐[敘叙]|[點点]心|休息/,
  ],
  ['tour', /\btours?\b|excursion|参观|參觀|考察/],
  ['panel', /panel|discussion|round ?table|debate|fishbowl|圆桌|圓桌|座谈|座談|對談|对谈|與談|与谈/],
  ['workshop', /workshop|tutorial|training|hands-on|sprint|工作坊|研讨|研討/],
  ['other', /^other|performance|concert|game|party|film|movie|meeting|meetup|bof|assembly|social/],
]

/** Finds a session's type from the file's word for it. The default is a talk. */
export function toSessionType(word: string): ImportedSessionType {
  const lower = word.toLowerCase()
  return typePatterns.find(([, pattern]) => pattern.test(lower))?.[0] ?? 'talk'
}

/** Language tags by the names that schedules use. */
const tagsByLanguageName: Readonly<Record<string, string>> = {
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

/** Returns the BCP 47 tag of a language name, or null when it is unknown. */
export function toLanguageTag(name: string): string | null {
  const tag = tagsByLanguageName[name.toLowerCase()]
  if (tag) return tag
  if (!/^[a-z]{2,3}(?:[-_][a-z0-9]{2,8})*$/i.test(name)) return null
  try {
    return Intl.getCanonicalLocales(name.replaceAll('_', '-'))[0] ?? null
  } catch {
    return null
  }
}
