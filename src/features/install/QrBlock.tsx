import { useTranslation } from 'react-i18next'
import styles from './QrBlock.module.css'
import { QrPanel } from './QrPanel.tsx'
import { isStandalone } from './use-install-method.ts'

/** Home's way onto a phone. Folded where the app runs from the home screen: there it is for showing to a neighbour. */
export function QrBlock() {
  const { t } = useTranslation('install')
  return (
    <details className={styles.block} open={!isStandalone()}>
      <summary className={styles.summary}>
        <h2 className={styles.title}>{t('qr.title')}</h2>
      </summary>
      {/* Only a browser knows at which address it is. */}
      {globalThis.document && <QrPanel />}
    </details>
  )
}
