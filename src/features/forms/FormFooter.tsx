import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsOffline } from '#lib/connectivity.ts'
import { Button } from '#ui/Button.tsx'
import styles from './FormFooter.module.css'

/**
 * The one next step, in reach of the thumb, with the way back beside it. What became of a submission stands where the
 * button was.
 */
export function FormFooter({
  label,
  isBusy = false,
  onBack,
  note,
  outcome,
  worksOffline = true,
}: {
  label: string
  isBusy?: boolean
  onBack?: (() => void) | undefined
  /** A short line above the button: that the draft is kept, what happens next. */
  note?: ReactNode
  /** In place of the button once it has done its work. */
  outcome?: ReactNode
  /** False where the step needs the network now. */
  worksOffline?: boolean
}) {
  const { t } = useTranslation('forms')
  const isOffline = useIsOffline()
  const offlineWords = isOffline && (worksOffline ? t('footer.offline') : t('footer.needsNetwork'))
  if (outcome) return <div className={styles.footer}>{outcome}</div>
  return (
    <div className={styles.footer}>
      <p className={styles.note}>{offlineWords || note}</p>
      <div className={styles.buttons}>
        {onBack && (
          <Button className={styles.back} onClick={onBack}>
            {t('footer.back')}
          </Button>
        )}
        <Button type="submit" look="filled" busy={isBusy} className={styles.next}>
          {label}
        </Button>
      </div>
    </div>
  )
}
