import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { useLocale } from '#platform/locale.ts'
import { Icon } from '#ui/Icon.tsx'
import type { Row } from '../data/console-api.ts'
import { FieldRows } from '../record/FieldRows.tsx'
import type { ValueLabels } from '../field-values/field-text.ts'
import { ValueText } from '../field-values/ValueText.tsx'
import { RecordPhoto } from './RecordPhoto.tsx'
import { findPictureField } from '../data/picture-queries.ts'
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
  isLate: boolean
  reason: string | undefined
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

/** Lists the fields of a row in the queue. */
export const listQueueFields = ({ views }: ModuleMetadata): string[] =>
  views.sections.flatMap((section) => section.fields)
