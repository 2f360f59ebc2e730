import { useTranslation } from 'react-i18next'
import styles from './Paths.module.css'

const paths = ['participants', 'staff'] as const

/** The two ways in: participants, and those who work at the forum. */
export function Paths() {
  const { t } = useTranslation('register')
  return (
    <section aria-labelledby="register-paths">
      <h2 id="register-paths" className={styles.title}>
        {t('paths.title')}
      </h2>
      <div className={styles.paths}>
        {paths.map((path) => (
          <div key={path} className={styles.path}>
            <h3 className={styles.name}>{t(`paths.${path}.title`)}</h3>
            <p className={styles.text}>{t(`paths.${path}.text`)}</p>
          </div>
        ))}
      </div>
    </section>
  )
}
