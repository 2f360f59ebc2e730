import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { FieldMetadata } from '#contract/metadata.ts'
import type { RevealData } from '#contract/row-api.ts'
import type { FileValue } from '#contract/row.ts'
import { getFileUrl } from '#lib/api.ts'
import { BlobImage } from '#ui/BlobImage.tsx'
import { ZoomableImage } from '#ui/ZoomableImage.tsx'
import { revealedPictureQuery } from '../review-queue/picture-queries.ts'
import { formatFieldValue, isBlank, type ValueLabels } from '../field-values/field-text.ts'
import styles from './MaskedValue.module.css'

/** A value in full. A file comes by an address that is good once. */
export function RevealedValue({
  name,
  field,
  shown: { value, token },
  words,
}: {
  name: string
  field: FieldMetadata
  shown: RevealData
  words: ValueLabels
}) {
  const { t } = useTranslation('console')
  if (isBlank(value)) return <>{t('record.none')}</>
  if (token === undefined) return <>{formatFieldValue(name, field, value, words)}</>
  const file = value as FileValue
  if (field.type === 'image')
    return <RevealedPicture no={file.no} token={token} label={field.label[words.locale]} />
  const address = `${getFileUrl(file.no)}?${new URLSearchParams({ token }).toString()}`
  return (
    <a href={address} target="_blank" rel="noreferrer">
      {file.name}
    </a>
  )
}

/** Its address is good once: the picture itself is held, and can be shown larger. */
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
