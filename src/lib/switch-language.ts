import { t } from 'i18next'
import type { Locale } from '#contract/locale.ts'
import { switchLocale } from './locale.ts'
import { notify } from './notices.ts'

/** Changes the language at a person's wish, and says so when its texts are not on this device: a first switch offline. */
export function switchLanguage(locale: Locale): void {
  switchLocale(locale).catch(() => {
    notify({ kind: 'warning', title: t('language.missing'), text: t('language.missingText') })
  })
}
