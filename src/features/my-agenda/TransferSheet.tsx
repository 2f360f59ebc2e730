import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { QrCode } from '#features/install'
import { ShareButton } from '#ui/ShareButton.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import styles from './TransferSheet.module.css'

/** The most sessions in a code: with more its squares are too small for a camera before a phone's screen. */
const mostInCode = 120

interface CarrySheetProps {
  address: string
  count: number
  onClose: () => void
}

/** My agenda for another device: a code for its camera, and a link to send. */
export default function TransferSheet({ address, count, onClose }: CarrySheetProps) {
  const { t } = useTranslation(['my-agenda', 'common'])
  return (
    <Sheet title={t('carry.title')} closeLabel={t('common:close')} onClose={onClose}>
      <div className={styles.body}>
        {count <= mostInCode ? (
          <>
            <p className={styles.text}>{t('carry.scan', { count })}</p>
            <div className={styles.code}>
              <Suspense>
                <QrCode text={address} label={t('carry.code', { count })} />
              </Suspense>
            </div>
          </>
        ) : (
          <p className={styles.text}>{t('carry.tooMany', { count })}</p>
        )}
        <ShareButton title={t('carry.shared')} url={address} />
        <p className={styles.text}>{t('carry.private')}</p>
      </div>
    </Sheet>
  )
}
