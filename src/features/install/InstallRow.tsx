import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { promptInstall, useInstallWay } from '#lib/install-prompt.ts'
import { Button } from '#ui/Button.tsx'
import styles from './InstallRow.module.css'

const IosSteps = lazy(() => import('./IosSteps.tsx'))

/** Offers to put the app on the home screen, in the way of this browser. Nothing where it is there already. */
export function InstallRow() {
  const { t } = useTranslation('install')
  const way = useInstallWay()
  const [showsSteps, setShowsSteps] = useState(false)
  if (way === 'installed' || way === 'none') return null
  const told = way === 'wechat' || way === 'insecure'
  return (
    <section className={styles.row} aria-labelledby="install-title">
      <img className={styles.icon} src="/icons/icon-192.png" alt="" width={48} height={48} />
      <div className={styles.words}>
        <h2 id="install-title" className={styles.title}>
          {t('title')}
        </h2>
        <p className={styles.text}>{told ? t(way) : t('text')}</p>
      </div>
      {way === 'prompt' && (
        <Button look="filled" onClick={() => void promptInstall()}>
          {t('install')}
        </Button>
      )}
      {way === 'ios' && <Button onClick={() => setShowsSteps(true)}>{t('how')}</Button>}
      {showsSteps && (
        <Suspense>
          <IosSteps onClose={() => setShowsSteps(false)} />
        </Suspense>
      )}
    </section>
  )
}
