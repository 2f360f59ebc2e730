import { t } from 'i18next'
import { notify } from '#lib/notices.ts'

/** The texts of a language could not be loaded: the first switch of a phone that has no network. */
export function reportLanguageMissing(): void {
  notify({ kind: 'warning', title: t('language.missing'), text: t('language.missingText') })
}
