import { useLocale } from '#platform/locale.ts'
import { switchLanguage } from '#platform/switch-language.ts'
import styles from './LanguageButton.module.css'

/** Switches to the other language. The label is in that language, so that its readers understand it. */
export function LanguageButton() {
  const locale = useLocale()
  const otherLocale = locale === 'en' ? 'zh-CN' : 'en'
  const name = otherLocale === 'en' ? 'English' : '中文'
  return (
    <button
      type="button"
      className={styles.button}
      lang={otherLocale}
      onClick={() => switchLanguage(otherLocale)}
    >
      {name}
    </button>
  )
}
