import { useTranslation } from 'react-i18next'
import { Button, buttonClass } from '#ui/Button.tsx'
import { closeDialog, FullScreenDialog } from '#ui/FullScreenDialog.tsx'
import { Icon } from '#ui/Icon.tsx'
import { copyText } from '#platform/copy-text.ts'
import { notify } from '#platform/notices.ts'
import { toTelUrl } from './place-format.ts'
import type { PlaceRow } from './queries.ts'
import { useWakeLock } from './wake-lock.ts'
import styles from './TaxiCard.module.css'

/**
 * Shows a place in full screen in Chinese for the driver, with the English below for the passenger. Keeps the screen
 * on.
 */
export function TaxiCard({ place, onClose }: { place: PlaceRow; onClose: () => void }) {
  const { t } = useTranslation('pages')
  useWakeLock()
  const { name, address, phone } = place
  const copy = () => {
    const text = [name['zh-CN'], address?.['zh-CN']].filter(Boolean).join('\n')
    void copyText(text).then((isCopied) =>
      notify(
        isCopied
          ? { kind: 'success', title: t('taxi.copied') }
          : { kind: 'info', title: t('taxi.copyByHand') },
      ),
    )
  }
  return (
    <FullScreenDialog label={t('taxi.label')} onClose={onClose}>
      <div className={styles.inside}>
        <div className={styles.chinese} lang="zh-CN">
          <p className={styles.please}>{chinesePlease}</p>
          <p className={styles.name}>{name['zh-CN']}</p>
          {address?.['zh-CN'] && <p className={styles.address}>{address['zh-CN']}</p>}
        </div>
        <div className={styles.english} lang="en">
          <p>{englishPlease}</p>
          <p className={styles.englishName}>{name.en}</p>
          {address?.en && <p>{address.en}</p>}
        </div>
        <div className={styles.actions}>
          <Button variant="filled" onClick={closeDialog}>
            {t('taxi.close')}
          </Button>
          <Button onClick={copy}>
            <Icon name="copy" size={20} /> {t('taxi.copy')}
          </Button>
          {phone && (
            <a className={buttonClass('quiet')} href={toTelUrl(phone)}>
              <Icon name="call" size={20} /> {phone}
            </a>
          )}
        </div>
      </div>
    </FullScreenDialog>
  )
}

/** Not texts of the interface: the driver reads Chinese and the passenger English, whatever the app's language is. */
const chinesePlease = '师傅您好，请送我到：'
const englishPlease = 'Please take me to:'
