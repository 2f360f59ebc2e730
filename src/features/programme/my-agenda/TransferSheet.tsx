import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { QrCode } from '#features/visit/install'
import { ShareButton } from '#ui/ShareButton.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import styles from './TransferSheet.module.css'

/** Maximum number of sessions in a QR code: with more, its squares are too small for a camera. */
const maxSessionsInCode = 120

interface TransferSheetProps {
  /** URL that receives the sessions on the other device. */
  url: string
  /** Number of the sessions. */
  count: number
  onClose: () => void
}

/** Transfers the agenda to another device: a QR code and a link. */
export default function TransferSheet({ url, count, onClose }: TransferSheetProps) {
  const { t } = useTranslation(['my-agenda', 'common'])
  return (
    <Sheet title={t('carry.title')} closeLabel={t('common:close')} onClose={onClose}>
      <div className={styles.body}>
        {count <= maxSessionsInCode ? (
          <>
            <p className={styles.text}>{t('carry.scan', { count })}</p>
            <div className={styles.code}>
              <Suspense>
                <QrCode text={url} label={t('carry.code', { count })} />
              </Suspense>
            </div>
          </>
        ) : (
          <p className={styles.text}>{t('carry.tooMany', { count })}</p>
        )}
        <ShareButton title={t('carry.shared')} url={url} />
        <p className={styles.text}>{t('carry.private')}</p>
      </div>
    </Sheet>
  )
}
