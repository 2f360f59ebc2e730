import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { FieldMetadata } from '#contract/metadata.ts'
import type { RevealData } from '#contract/row-api.ts'
import type { FileValue } from '#contract/row.ts'
import { getFileUrl } from '#lib/api.ts'
import { BlobImage } from '#ui/BlobImage.tsx'
import { ZoomableImage } from '#ui/ZoomableImage.tsx'
import { revealedPictureQuery } from '../data/picture-queries.ts'
import { formatFieldValue, isBlank, type ValueLabels } from '../field-values/field-text.ts'
import styles from './MaskedValue.module.css'

/** Shows a revealed value. The URL of a file is valid once. */
export function RevealedValue({
  name,
  field,
  shown: { value, token },
  labels,
}: {
  name: string
  field: FieldMetadata
  shown: RevealData
  labels: ValueLabels
}) {
  const { t } = useTranslation('console')
  if (isBlank(value)) return <>{t('record.none')}</>
  if (token === undefined) return <>{formatFieldValue(name, field, value, labels)}</>
  const file = value as FileValue
  if (field.type === 'image')
    return <RevealedPicture no={file.no} token={token} label={field.label[labels.locale]} />
  const url = `${getFileUrl(file.no)}?${new URLSearchParams({ token }).toString()}`
  return (
    <a href={url} target="_blank" rel="noreferrer">
      {file.name}
    </a>
  )
}

/** Its URL is valid once, so the picture itself stays in memory and can be enlarged. */
function RevealedPicture({ no, token, label }: { no: string; token: string; label: string }) {
  const { t } = useTranslation('console')
  const picture = useQuery(revealedPictureQuery(no, token))
  if (picture.isError) return <>{t('desk.photoFailed')}</>
  if (!picture.data) return <>…</>
  return (
    <ZoomableImage label={label}>
      <BlobImage file={picture.data} alt={label} className={styles.picture} />
    </ZoomableImage>
  )
}
