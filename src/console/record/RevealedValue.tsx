import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { FieldMetadata } from '#contract/metadata.ts'
import type { RevealData } from '#contract/row-api.ts'
import type { FileValue } from '#contract/row.ts'
import { getFileUrl } from '#platform/api.ts'
import { BlobImage } from '#ui/BlobImage.tsx'
import { ZoomableImage } from '#ui/ZoomableImage.tsx'
import { revealedPictureQuery } from '../data/picture-queries.ts'
import { formatFieldValue, isBlank, type ValueLabels } from '../field-values/field-text.ts'
import styles from './MaskedValue.module.css'

/** Shows a revealed value. The URL of a file is valid once. */
export function RevealedValue({
  name,
  field,
  revealed: { value, token },
  labels,
}: {
  name: string
  field: FieldMetadata
  revealed: RevealData
  labels: ValueLabels
}) {
  const { t } = useTranslation('console')
  if (isBlank(value)) return <>{t('record.none')}</>
  if (token === undefined) return <>{formatFieldValue(name, field, value, labels)}</>
  const file = value as FileValue
  if (field.type === 'image')
    return <RevealedPicture fileNumber={file.no} token={token} label={field.label[labels.locale]} />
  const url = `${getFileUrl(file.no)}?${new URLSearchParams({ token }).toString()}`
  return (
    <a href={url} target="_blank" rel="noreferrer">
      {file.name}
    </a>
  )
}

/** Shows a picture whose URL is valid once. The query keeps the picture in memory, so that it can be enlarged. */
function RevealedPicture({ fileNumber, token, label }: { fileNumber: string; token: string; label: string }) {
  const { t } = useTranslation('console')
  const picture = useQuery(revealedPictureQuery(fileNumber, token))
  if (picture.isError) return <>{t('desk.photoFailed')}</>
  if (!picture.data) return <>…</>
  return (
    <ZoomableImage label={label}>
      <BlobImage file={picture.data} alt={label} className={styles.picture} />
    </ZoomableImage>
  )
}
