import { useTranslation } from 'react-i18next'
import { Icon } from '#ui/Icon.tsx'
import styles from './RequirementList.module.css'

const requirements = ['mobile', 'email', 'id', 'photo', 'choices'] as const

/** Lists what to prepare before the form. */
export function RequirementList() {
  const { t } = useTranslation('register')
  return (
    <section aria-labelledby="register-ready">
      <h2 id="register-ready" className={styles.title}>
        {t('ready.title')}
      </h2>
      <ul className={styles.list}>
        {requirements.map((requirement) => (
          <li key={requirement} className={styles.item}>
            <span className={styles.mark}>
              <Icon name="check" size={20} />
            </span>
            <span>
              <b className={styles.name}>{t(`ready.${requirement}.title`)}</b>
              <span className={styles.text}>{t(`ready.${requirement}.text`)}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
