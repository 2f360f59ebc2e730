import { useTranslation } from 'react-i18next'
import { ShareButton } from '#ui/ShareButton.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import styles from './OpenInBrowserSheet.module.css'

/** For browsers that cannot save files: how to open another one, with the URL to open there. */
export default function OpenInBrowserSheet({ url, onClose }: { url: string; onClose: () => void }) {
  const { t } = useTranslation(['my-agenda', 'common'])
  return (
    <Sheet title={t('calendar.outside.title')} closeLabel={t('common:close')} onClose={onClose}>
      <div className={styles.body}>
        <p>{t('calendar.outside.text')}</p>
        <p className={styles.address}>{url}</p>
        <ShareButton title={t('calendar.outside.title')} url={url} />
      </div>
    </Sheet>
  )
}
