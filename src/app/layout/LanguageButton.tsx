import { useLocale } from '#lib/locale.ts'
import { switchLanguage } from '#lib/switch-language.ts'
import styles from './LanguageButton.module.css'

/** The other language, written in itself, so that who needs it can read it. */
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
