import { useLocale } from '#lib/locale.ts'
import { switchLanguage } from '#lib/switch-language.ts'
import styles from './LanguageButton.module.css'

/** Switches to the other language. The label is in that language, so that its readers understand it. */
export function LanguageButton() {
  const locale = useLocale()
  const other = locale === 'en' ? 'zh-CN' : 'en'
  const name = other === 'en' ? 'English' : '中文'
  return (
    <button type="button" className={styles.button} lang={other} onClick={() => switchLanguage(other)}>
      {name}
    </button>
  )
}
