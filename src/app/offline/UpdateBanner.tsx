import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isDirty } from '#lib/dirty.ts'
import { notify } from '#lib/notices.ts'
import { Button } from '#ui/Button.tsx'
import { useUpdateState } from '../updates/update-state.ts'
import styles from './UpdateBanner.module.css'

/** Offers a new version. It starts only when the person says so, and never over something typed. */
export function UpdateBanner() {
  const { t } = useTranslation('offline')
  const state = useUpdateState()
  const [putOff, setPutOff] = useState(false)
  if (state === 'none' || putOff) return null
  const take = async () => {
    if (isDirty()) return notify({ kind: 'warning', title: t('update.dirty'), text: t('update.dirtyText') })
    const { takeUpdate } = await import('../updates/worker.ts')
    takeUpdate()
  }
  return (
    <aside className={styles.banner} aria-label={t('update.title')}>
      <p className={styles.words}>
        <strong>{t('update.title')}</strong> {t('update.text')}
      </p>
      <div className={styles.actions}>
        <Button onClick={() => setPutOff(true)}>{t('update.later')}</Button>
        <Button look="filled" onClick={() => void take()}>
          {t('update.now')}
        </Button>
      </div>
    </aside>
  )
}
