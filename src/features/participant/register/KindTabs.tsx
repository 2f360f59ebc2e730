import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { participantKind, staffKind, type RegistrationKind } from './kinds.ts'
import styles from './KindTabs.module.css'

/** Tabs of the two kinds: participants and staff. The tab of the other kind is a link. */
export function KindTabs({ kind }: { kind: RegistrationKind }) {
  const { t } = useTranslation('register')
  return (
    <section aria-labelledby="register-paths">
      <h2 id="register-paths" className={styles.title}>
        {t('paths.title')}
      </h2>
      <div className={styles.paths}>
        {[participantKind, staffKind].map((one) => (
          <div key={one.name} className={styles.path}>
            <h3 className={styles.name}>{t(`paths.${one.name}.title`)}</h3>
            <p className={styles.text}>{t(`paths.${one.name}.text`)}</p>
            {one === kind ? (
              <p className={styles.current}>{t('paths.here')}</p>
            ) : (
              <Link to={one.path} className={styles.link}>
                {t('paths.go')}
              </Link>
            )}
          </div>
        ))}
      </div>
    </section>
  )
}
