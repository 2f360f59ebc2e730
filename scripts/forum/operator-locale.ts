import type { Locale } from '#contract/locale.ts'

/** The language of the operator's terminal: Chinese when it says so, else English. */
export function operatorLocale(env: NodeJS.ProcessEnv): Locale {
  const language = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || ''
  return language.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en'
}
