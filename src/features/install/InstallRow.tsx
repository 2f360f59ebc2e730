import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { promptInstall } from '#lib/install-prompt.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import type { InstallMethod } from './install-method.ts'
import styles from './InstallRow.module.css'
import { isTouchDevice, useInstallMethod } from './use-install-method.ts'

/** Nothing to do here: the app is there already, or this is a desk, which home offers the QR code. */
const silent: readonly InstallMethod[] = ['inside', 'present', 'desktop', 'desktop-chromium', 'mac-safari']

/** Offers to put the app on the home screen: at a touch where the browser can, else on the page that tells how. */
export function InstallRow() {
  const { t } = useTranslation('install')
  const way = useInstallMethod()
  // At a desk the browser's offer would come late and push the page down; its own bar shows it as well.
  if (!isTouchDevice || silent.includes(way)) return null
  return (
    <section className={styles.row} aria-labelledby="install-title">
      <img className={styles.icon} src="/icons/icon-192.png" alt="" width={48} height={48} />
      <div className={styles.words}>
        <h2 id="install-title" className={styles.title}>
          {t('title')}
        </h2>
        <p className={styles.text}>{t('text')}</p>
      </div>
      {way === 'prompt' ? (
        <Button look="filled" onClick={() => void promptInstall()}>
          {t('install')}
        </Button>
      ) : (
        <Link to="/install" className={buttonClass('quiet')}>
          {t('how')}
        </Link>
      )}
    </section>
  )
}
