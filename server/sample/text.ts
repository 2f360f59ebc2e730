import type { Localized } from '#contract/locale.ts'

/** A text in both languages of the forum. */
export function text(zh: string, en: string): Localized {
  return { 'zh-CN': zh, en }
}
