import { useTranslation } from 'react-i18next'
import type { Locale } from '#contract/locale.ts'
import { useLocale } from '#platform/locale.ts'
import styles from './FallbackLanguageTag.module.css'

/** Marks content that does not exist in the reader's language; renders nothing otherwise. */
export function FallbackLanguageTag({ locale }: { locale: Locale }) {
  const { t } = useTranslation('common')
  if (locale === useLocale()) return null
  return <span className={styles.tag}>{t(`contentIn.${locale}`)}</span>
}
