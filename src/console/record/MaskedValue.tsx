import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useQuery } from '@tanstack/react-query'
import type { RevealData } from '#contract/row-api.ts'
import type { FieldMetadata } from '#contract/metadata.ts'
import type { FileValue } from '#contract/row.ts'
import { Button } from '#ui/Button.tsx'
import { VisuallyHidden } from '#ui/InlineText.tsx'
import { formatFieldValue, isBlank } from '../field-values/field-text.ts'
import { type ValueLabels } from '../field-types/field-type.ts'
import { getFileUrl } from '#platform/api.ts'
import { BlobImage } from '#ui/BlobImage.tsx'
import { ZoomableImage } from '#ui/ZoomableImage.tsx'
import { revealedPictureQuery } from '../data/picture-queries.ts'
import styles from './FieldRows.module.css'

const RevealSheet = lazy(() => import('./RevealSheet.tsx'))

/** How long a revealed value is shown, in milliseconds: long enough to compare it with a passport. */
const revealMs = 30_000

/**
 * Shows a masked value with a button to reveal it for a reason, which the server logs. The value is hidden again after
 * a while, and at once when the page is hidden.
 */
export function MaskedValue({
  module,
  id,
  name,
  field,
  labels,
}: {
  module: string
  /** Id of the row. */
  id: string
  /** Key of the field. */
  name: string
  field: FieldMetadata
  labels: ValueLabels
}) {
  const { t } = useTranslation('console')
  const [isSheetOpen, setSheetOpen] = useState(false)
  const [revealed, setRevealed] = useState<RevealData>()
  useEffect(() => {
    if (!revealed) return undefined
    const hide = () => setRevealed(undefined)
    const timer = setTimeout(hide, revealMs)
    // A locked or unattended device must not show the value.
    const hideWhenPageIsHidden = () => document.visibilityState === 'hidden' && hide()
    document.addEventListener('visibilitychange', hideWhenPageIsHidden)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', hideWhenPageIsHidden)
    }
  }, [revealed])
  const label = field.label[labels.locale]
  return (
    <span className={styles.maskedLine}>
      {/* Rendered before it has content, so that screen readers announce the content. */}
      <output className={styles.output}>
        {revealed ? (
          <RevealedValue name={name} field={field} revealed={revealed} labels={labels} />
        ) : (
          <span className={styles.masked}>***</span>
        )}
      </output>
      {revealed ? (
        <Button className={styles.revealButton} onClick={() => setRevealed(undefined)}>
          {t('reveal.hide')}
          <VisuallyHidden> {label}</VisuallyHidden>
        </Button>
      ) : (
        <Button className={styles.revealButton} aria-haspopup="dialog" onClick={() => setSheetOpen(true)}>
          {t('reveal.show')}
          <VisuallyHidden> {label}</VisuallyHidden>
        </Button>
      )}
      <Suspense>
        {isSheetOpen && (
          <RevealSheet
            module={module}
            rowId={id}
            field={name}
            label={label}
            onRevealed={setRevealed}
            onClose={() => setSheetOpen(false)}
          />
        )}
      </Suspense>
    </span>
  )
}

/** Shows a revealed value. The URL of a file is valid once. */
function RevealedValue({
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
  // Only a file has a token; any other value is text.
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
      <BlobImage file={picture.data} alt={label} className={styles.revealedPicture} />
    </ZoomableImage>
  )
}
