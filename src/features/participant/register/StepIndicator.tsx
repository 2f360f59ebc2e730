import { useTranslation } from 'react-i18next'
import styles from './StepIndicator.module.css'

const steps = ['send', 'review', 'prepare', 'arrive'] as const

/** Shows the stages from form to badge as a line. */
export function StepIndicator() {
  const { t } = useTranslation('register')
  return (
    <section aria-labelledby="register-steps">
      <h2 id="register-steps" className={styles.title}>
        {t('steps.title')}
      </h2>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step} className={styles.step}>
            <h3 className={styles.name}>{t(`steps.${step}.title`)}</h3>
            <p className={styles.text}>{t(`steps.${step}.text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
