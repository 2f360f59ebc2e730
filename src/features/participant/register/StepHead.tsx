import { useTranslation } from 'react-i18next'
import { useDocumentTitle } from '#platform/document-title.ts'
import styles from './StepHead.module.css'
import { useHeadingFocus } from './use-heading-focus.ts'

/** Shows the current step as a progress line and as text. The heading takes the focus when the step changes. */
export function StepHead({
  title,
  lead,
  number,
  count,
}: {
  title: string
  lead?: string
  number: number
  count: number
}) {
  const { t } = useTranslation('register')
  useDocumentTitle(title)
  const heading = useHeadingFocus(title)
  return (
    <header className={styles.head}>
      <p className={styles.count}>{t('step.count', { number, count })}</p>
      <div className={styles.line} aria-hidden="true">
        {Array.from({ length: count }, (_, index) => (
          <span key={index} className={index < number ? styles.done : styles.open} />
        ))}
      </div>
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        {title}
      </h1>
      {lead && <p className={styles.lead}>{lead}</p>}
    </header>
  )
}
