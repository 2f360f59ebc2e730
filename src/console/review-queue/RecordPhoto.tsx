import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { maskedValue } from '#contract/row.ts'
import { ApiError } from '#platform/api.ts'
import { useIsOffline } from '#platform/connectivity.ts'
import { useLocale } from '#platform/locale.ts'
import { BlobImage } from '#ui/BlobImage.tsx'
import { Button } from '#ui/Button.tsx'
import { ZoomableImage } from '#ui/ZoomableImage.tsx'
import { Icon } from '#ui/Icon.tsx'
import type { Row } from '../data/console-api.ts'
import { pictureQuery } from '../data/picture-queries.ts'
import styles from './RecordPhoto.module.css'

/** Minimum length of a reason; the server has the same limit. */
const minReasonLength = 5

/** Shows the picture of a row. A masked picture is revealed with a reason, which counts for all rows of the queue. */
export function RecordPhoto({
  metadata,
  row,
  field,
  reason,
  title,
  onReason,
}: {
  metadata: ModuleMetadata
  row: Row
  field: string
  reason: string | undefined
  title: string
  onReason: (reason: string) => void
}) {
  const { t } = useTranslation('console')
  const locale = useLocale()
  const isOffline = useIsOffline()
  const picture = useQuery(pictureQuery(metadata, row, field, reason))
  const value = row[field]
  const label = metadata.fields[field]?.label[locale] ?? ''
  if (value === null || value === undefined) return <Frame>{t('desk.noPhoto')}</Frame>
  if (picture.data)
    return (
      <figure className={styles.frame}>
        <ZoomableImage label={`${label}: ${title}`} className={styles.enlarged}>
          <BlobImage file={picture.data} alt={`${label}: ${title}`} className={styles.picture} />
        </ZoomableImage>
      </figure>
    )
  if (value === maskedValue && reason === undefined) return <ReasonForm label={label} onReason={onReason} />
  if (!picture.isError) return <Frame isLoading>{isOffline ? t('desk.photoOffline') : ''}</Frame>
  return (
    <Frame>
      <span role="alert">
        {picture.error instanceof ApiError ? picture.error.msg : t('desk.photoFailed')}
      </span>
      <Button onClick={() => void picture.refetch()}>{t('desk.photoAgain')}</Button>
    </Frame>
  )
}

function Frame({ children, isLoading = false }: { children: React.ReactNode; isLoading?: boolean }) {
  return (
    <div className={styles.frame} data-coming={isLoading || undefined}>
      <div className={styles.text}>{children}</div>
    </div>
  )
}

/** Requests the reason for which masked pictures are revealed. It is prefilled, so that one touch is enough. */
function ReasonForm({ label, onReason }: { label: string; onReason: (reason: string) => void }) {
  const { t } = useTranslation('console')
  const [text, setText] = useState(() => t('desk.reasonText'))
  const isLongEnough = text.trim().length >= minReasonLength
  return (
    <form
      className={styles.frame}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        if (isLongEnough) onReason(text.trim())
      }}
    >
      <div className={styles.text}>
        <Icon name="lock" size={28} />
        <label className={styles.reason}>
          <span>{t('desk.reason')}</span>
          <input
            type="text"
            className={styles.input}
            value={text}
            maxLength={200}
            onChange={({ target }) => setText(target.value)}
          />
        </label>
        {!isLongEnough && <span role="alert">{t('desk.reasonShort')}</span>}
        <Button type="submit" variant="filled">
          {t('desk.showPhotos')}
        </Button>
      </div>
    </form>
  )
}
