import { useTranslation } from 'react-i18next'
import { Icon } from '#ui/Icon.tsx'
import styles from './RequirementList.module.css'

const things = ['mobile', 'email', 'id', 'photo', 'choices'] as const

/** What to have at hand before the form is begun. */
export function RequirementList() {
  const { t } = useTranslation('register')
  return (
    <section aria-labelledby="register-ready">
      <h2 id="register-ready" className={styles.title}>
        {t('ready.title')}
      </h2>
      <ul className={styles.list}>
        {things.map((thing) => (
          <li key={thing} className={styles.thing}>
            <span className={styles.mark}>
              <Icon name="check" size={20} />
            </span>
            <span>
              <b className={styles.name}>{t(`ready.${thing}.title`)}</b>
              <span className={styles.text}>{t(`ready.${thing}.text`)}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
