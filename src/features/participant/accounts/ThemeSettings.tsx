import { useTranslation } from 'react-i18next'
import { locales, type Locale } from '#contract/locale.ts'
import { useLocale } from '#platform/locale.ts'
import { switchLanguage } from '#platform/switch-language.ts'
import { setTheme, themeChoices, useTheme } from '#platform/theme.ts'
import { SegmentedControl } from '#ui/SegmentedControl.tsx'
import styles from './UserCenterScreen.module.css'

const languageNames: Record<Locale, string> = { 'zh-CN': '中文', en: 'English' }

/** Theme settings of this device. */
export function ThemeSettings() {
  const { t } = useTranslation('accounts')
  const locale = useLocale()
  const theme = useTheme()
  return (
    <section className={styles.settings}>
      <SegmentedControl
        title={t('center.language')}
        choices={locales.map((one) => ({ value: one, label: languageNames[one], lang: one }))}
        chosen={locale}
        onChoose={switchLanguage}
      />
      <SegmentedControl
        title={t('center.theme')}
        choices={themeChoices.map((one) => ({ value: one, label: t(`theme.${one}`) }))}
        chosen={theme}
        onChoose={setTheme}
      />
    </section>
  )
}
