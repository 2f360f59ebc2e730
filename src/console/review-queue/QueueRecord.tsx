import { useTranslation } from 'react-i18next'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { maskedValue } from '#contract/row.ts'
import { useLocale } from '#platform/locale.ts'
import { Icon } from '#ui/Icon.tsx'
import type { Row } from '../data/console-api.ts'
import { FieldRows } from '../record/FieldRows.tsx'
import type { ValueLabels } from '../field-types/field-type.ts'
import { ValueText } from '../field-values/ValueText.tsx'
import { findPictureField, pictureQuery } from '../data/picture-queries.ts'
import { ApiError } from '#platform/api.ts'
import { useIsOffline } from '#platform/connectivity.ts'
import { BlobImage } from '#ui/BlobImage.tsx'
import { Button } from '#ui/Button.tsx'
import { ZoomableImage } from '#ui/ZoomableImage.tsx'
import { rowQuery } from '../data/queries.ts'
import { useValueLabels } from '#console/field-values/field-text.ts'
import styles from './QueueRecord.module.css'

/** Shows the row to decide about: a large picture and its fields. */
export function QueueRecord({
  metadata,
  row,
  title,
  labels,
  isLate,
  reason,
  onReason,
}: {
  metadata: ModuleMetadata
  row: Row
  title: string
  labels: ValueLabels
  /** The row has been pending for longer than the module allows. */
  isLate: boolean
  /** Why masked pictures are revealed; undefined until the user has given a reason. */
  reason: string | undefined
  /** Receives the reason, which then counts for all rows of the queue. */
  onReason: (reason: string) => void
}) {
  const { t } = useTranslation('console')
  const locale = useLocale()
  const pictureField = findPictureField(metadata)
  const stateField = metadata.workflow?.field
  return (
    <article className={styles.record} aria-label={title}>
      <header className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        {isLate && (
          <span className={styles.late}>
            <Icon name="warning" size={16} />
            {t('desk.late')}
          </span>
        )}
        {stateField !== undefined && (
          <ValueText metadata={metadata} name={stateField} value={row[stateField]} labels={labels} />
        )}
      </header>
      {/* The element scrolls, so it needs keyboard focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.body} tabIndex={0} data-picture={pictureField !== undefined || undefined}>
        {pictureField !== undefined && (
          <RecordPhoto
            metadata={metadata}
            row={row}
            field={pictureField}
            reason={reason}
            title={title}
            onReason={onReason}
          />
        )}
        <div className={styles.data}>
          {metadata.views.sections.map((section) => (
            <section key={section.label['en']} className={styles.section}>
              <h3 className={styles.sectionTitle}>{section.label[locale]}</h3>
              <FieldRows
                metadata={metadata}
                row={row}
                fields={section.fields.filter((key) => key !== stateField && key !== pictureField)}
                labels={labels}
              />
            </section>
          ))}
        </div>
      </div>
    </article>
  )
}

/** Lists the keys of the fields that the queue shows of a row. */
export const listQueueFields = ({ views }: ModuleMetadata): string[] =>
  views.sections.flatMap((section) => section.fields)

/** Length of a reason in characters; the server and the reveal sheet of a record have the same limits. */
const reasonLength = { min: 5, max: 200 }

/** Shows the picture of a row. A masked picture is revealed with a reason, which counts for all rows of the queue. */
function RecordPhoto({
  metadata,
  row,
  field,
  reason,
  title,
  onReason,
}: {
  metadata: ModuleMetadata
  row: Row
  /** Key of the image field. */
  field: string
  reason: string | undefined
  /** Title of the row, for the alternative text. */
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

/** Shows a text in the place of the picture. */
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
  const isLongEnough = text.trim().length >= reasonLength.min
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
            maxLength={reasonLength.max}
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

/**
 * Prefetches the next row with its picture and relation titles, by using their queries. Renders nothing. A masked
 * picture is prefetched once the user has given a reason.
 */
export function PrefetchNext({
  metadata,
  id,
  reason,
}: {
  metadata: ModuleMetadata
  id: string
  reason: string | undefined
}) {
  const row = useQuery(rowQuery(metadata, id))
  const pictureField = findPictureField(metadata)
  if (!row.data) return null
  return (
    <>
      <PrefetchLabels metadata={metadata} row={row.data} />
      {pictureField !== undefined && (
        <PrefetchPicture metadata={metadata} row={row.data} field={pictureField} reason={reason} />
      )}
    </>
  )
}

function PrefetchLabels({ metadata, row }: { metadata: ModuleMetadata; row: Row }) {
  useValueLabels(metadata, listQueueFields(metadata), [row])
  return null
}

function PrefetchPicture({
  metadata,
  row,
  field,
  reason,
}: {
  metadata: ModuleMetadata
  row: Row
  field: string
  reason: string | undefined
}) {
  useQuery(pictureQuery(metadata, row, field, reason))
  return null
}
