import { t } from 'i18next'
import type { Locale } from '#contract/locale.ts'
import { switchLocale } from './locale.ts'
import { notify } from './notices.ts'

/** Changes the language. Shows a notice when its texts are not on the device, as at a first switch offline. */
export function switchLanguage(locale: Locale): void {
  switchLocale(locale).catch(() => {
    notify({ kind: 'warning', title: t('language.missing'), text: t('language.missingText') })
  })
}
