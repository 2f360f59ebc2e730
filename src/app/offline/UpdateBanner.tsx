import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useHasUnsavedWork } from '#platform/unsaved-work.ts'
import { Button } from '#ui/Button.tsx'
import { useUpdateState } from '../updates/update-state.ts'
import styles from './UpdateBanner.module.css'

/** Offers a new version of the app. It is not offered while there is unsaved work, and starts only when the user agrees. */
export function UpdateBanner() {
  const { t } = useTranslation('offline')
  const state = useUpdateState()
  const isBusy = useHasUnsavedWork()
  const [isDismissed, setDismissed] = useState(false)
  if (state === 'none' || isDismissed || isBusy) return null
  return (
    <aside className={styles.banner} aria-label={t('update.title')}>
      <p className={styles.text}>
        <strong>{t('update.title')}</strong> {t('update.text')}
      </p>
      <div className={styles.actions}>
        <Button onClick={() => setDismissed(true)}>{t('update.later')}</Button>
        <Button variant="filled" onClick={() => void startUpdate()}>
          {t('update.now')}
        </Button>
      </div>
    </aside>
  )
}

async function startUpdate(): Promise<void> {
  const { applyUpdate } = await import('../updates/register-worker.ts')
  applyUpdate()
}
