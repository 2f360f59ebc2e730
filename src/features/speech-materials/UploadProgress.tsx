import { useTranslation } from 'react-i18next'
import { formatFileSize } from '#lib/format-file.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import type { MaterialUpload } from './upload-store.ts'
import styles from './UploadProgress.module.css'

/** A file on its way: how far it is, why it rests, and what can be done. */
export function UploadProgress({
  upload,
  onPause,
  onResume,
  onCancel,
}: {
  upload: MaterialUpload
  onPause: () => void
  onResume: () => void
  onCancel: () => void
}) {
  const { t } = useTranslation('speech-materials')
  const { file, phase, sentBytes, text } = upload
  const isRefused = phase === 'refused'
  const mayPause = phase === 'sending' || phase === 'waiting'
  const mayResume = phase === 'paused' || phase === 'broken'
  return (
    <div className={styles.upload} data-phase={phase}>
      <p className={styles.name}>{file.name}</p>
      {!isRefused && (
        <div className={styles.progress}>
          <progress value={sentBytes} max={file.size} aria-label={t('progress', { name: file.name })} />
          <span className={styles.bytes}>
            {t('sentOf', { sent: formatFileSize(sentBytes), total: formatFileSize(file.size) })}
          </span>
        </div>
      )}
      {isRefused ? (
        <p role="alert" className={styles.refused}>
          {text || t('phase.refused')}
        </p>
      ) : (
        <output className={styles.phase}>{t(`phase.${phase}`)}</output>
      )}
      <div className={styles.actions}>
        {mayPause && (
          <Button onClick={onPause}>
            <Icon name="pause" size={20} /> {t('pause')}
          </Button>
        )}
        {mayResume && (
          <Button look="filled" onClick={onResume}>
            <Icon name="play" size={20} /> {t('resume')}
          </Button>
        )}
        {phase !== 'checking' && (
          <Button onClick={onCancel}>
            <Icon name="close" size={20} /> {t(isRefused ? 'dismiss' : 'cancel')}
          </Button>
        )}
      </div>
    </div>
  )
}
