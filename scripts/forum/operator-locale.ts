import type { Locale } from '#contract/locale.ts'

/** Returns the language of the operator's terminal: Chinese when the environment says so, else English. */
export function operatorLocale(env: NodeJS.ProcessEnv): Locale {
  const language = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || ''
  return language.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en'
}
