import { useTranslation } from 'react-i18next'
import { formatFileSize } from '#platform/files.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import type { MaterialUpload } from './upload-store.ts'
import styles from './UploadProgress.module.css'

/** Shows an upload: its progress, why it has stopped, and buttons to pause, resume and cancel it. */
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
  const isRejected = phase === 'refused'
  const canPause = phase === 'sending' || phase === 'waiting'
  const canResume = phase === 'paused' || phase === 'broken'
  return (
    <div className={styles.upload} data-phase={phase}>
      <p className={styles.name}>{file.name}</p>
      {!isRejected && (
        <div className={styles.progress}>
          <progress value={sentBytes} max={file.size} aria-label={t('progress', { name: file.name })} />
          <span className={styles.bytes}>
            {t('sentOf', { sent: formatFileSize(sentBytes), total: formatFileSize(file.size) })}
          </span>
        </div>
      )}
      {isRejected ? (
        <p role="alert" className={styles.error}>
          {text || t('phase.refused')}
        </p>
      ) : (
        <output className={styles.phase}>{t(`phase.${phase}`)}</output>
      )}
      <div className={styles.actions}>
        {canPause && (
          <Button onClick={onPause}>
            <Icon name="pause" size={20} /> {t('pause')}
          </Button>
        )}
        {canResume && (
          <Button variant="filled" onClick={onResume}>
            <Icon name="play" size={20} /> {t('resume')}
          </Button>
        )}
        {/* The server already has the file and may have assigned it. */}
        {phase !== 'checking' && (
          <Button onClick={onCancel}>
            <Icon name="close" size={20} /> {t(isRejected ? 'dismiss' : 'cancel')}
          </Button>
        )}
      </div>
    </div>
  )
}
