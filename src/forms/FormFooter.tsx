import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsOffline } from '#platform/connectivity.ts'
import { Button } from '#ui/Button.tsx'
import styles from './FormFooter.module.css'

/**
 * Shows the submit button within reach of the thumb, with the back button beside it. Once there is a result, it
 * replaces the button.
 */
export function FormFooter({
  label,
  isBusy = false,
  onBack,
  note,
  result,
  worksOffline = true,
}: {
  /** Text of the submit button. */
  label: string
  isBusy?: boolean
  /** Called by the back button; without it there is none. */
  onBack?: (() => void) | undefined
  /** A short line above the button, such as the state of the draft. Offline the network's state replaces it. */
  note?: ReactNode
  /** Shown instead of the button once the form was sent. */
  result?: ReactNode
  /** False when the step needs the network. */
  worksOffline?: boolean
}) {
  const { t } = useTranslation('forms')
  const isOffline = useIsOffline()
  const offlineMessage = isOffline && (worksOffline ? t('footer.offline') : t('footer.needsNetwork'))
  if (result) return <div className={styles.footer}>{result}</div>
  return (
    <div className={styles.footer}>
      <p className={styles.note}>{offlineMessage || note}</p>
      <div className={styles.buttons}>
        {onBack && (
          <Button className={styles.back} onClick={onBack}>
            {t('footer.back')}
          </Button>
        )}
        <Button type="submit" variant="filled" busy={isBusy} className={styles.next}>
          {label}
        </Button>
      </div>
    </div>
  )
}
