import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { promptInstall } from '#platform/install-prompt.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { type InstallMethod, isTouchDevice, useInstallMethod } from './install-method.ts'
import styles from './InstallRow.module.css'

/** Methods without an offer on home: the app is installed, or this is a desktop, where home shows the QR code. */
const hiddenMethods: readonly InstallMethod[] = [
  'inside',
  'present',
  'desktop',
  'desktop-chromium',
  'mac-safari',
]

/** Offers to install the app: by a tap where the browser can, else by a link to the instructions. */
export function InstallRow() {
  const { t } = useTranslation('install')
  const method = useInstallMethod()
  // On a desktop the browser's prompt would arrive late and move the page; its address bar offers it as well.
  if (!isTouchDevice || hiddenMethods.includes(method)) return null
  return (
    <section className={styles.row} aria-labelledby="install-title">
      <img className={styles.icon} src="/icons/icon-192.png" alt="" width={48} height={48} />
      <div className={styles.words}>
        <h2 id="install-title" className={styles.title}>
          {t('title')}
        </h2>
        <p className={styles.text}>{t('text')}</p>
      </div>
      {method === 'prompt' ? (
        <Button variant="filled" onClick={() => void promptInstall()}>
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
