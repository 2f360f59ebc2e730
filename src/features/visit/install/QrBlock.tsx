import { useTranslation } from 'react-i18next'
import styles from './QrBlock.module.css'
import { QrPanel } from './QrPanel.tsx'
import { isStandalone } from './use-install-method.ts'

/** QR code on home. Collapsed in the installed app, where users show it to others. */
export function QrBlock() {
  const { t } = useTranslation('install')
  return (
    <details className={styles.block} open={!isStandalone()}>
      <summary className={styles.summary}>
        <h2 className={styles.title}>{t('qr.title')}</h2>
      </summary>
      {/* The URL is known only in a browser. */}
      {globalThis.document && <QrPanel />}
    </details>
  )
}
