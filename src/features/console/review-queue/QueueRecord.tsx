import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { useLocale } from '#lib/locale.ts'
import { Icon } from '#ui/Icon.tsx'
import type { Row } from '../data/console-api.ts'
import { FieldRows } from '../record/FieldRows.tsx'
import type { ValueLabels } from '../field-values/field-text.ts'
import { ValueText } from '../field-values/ValueText.tsx'
import { RecordPhoto } from './RecordPhoto.tsx'
import { pictureField } from './picture-queries.ts'
import styles from './QueueRecord.module.css'

/** One row to be decided: its picture large, its data beside. */
export function QueueRecord({
  metadata,
  row,
  title,
  words,
  isLate,
  reason,
  onReason,
}: {
  metadata: ModuleMetadata
  row: Row
  title: string
  words: ValueLabels
  isLate: boolean
  reason: string | undefined
  onReason: (reason: string) => void
}) {
  const { t } = useTranslation('console')
  const locale = useLocale()
  const picture = pictureField(metadata)
  const state = metadata.workflow?.field
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
        {state !== undefined && (
          <ValueText metadata={metadata} name={state} value={row[state]} words={words} />
        )}
      </header>
      {/* It can be scrolled, so the keyboard must reach it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.body} tabIndex={0} data-picture={picture !== undefined || undefined}>
        {picture !== undefined && (
          <RecordPhoto
            metadata={metadata}
            row={row}
            field={picture}
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
                fields={section.fields.filter((key) => key !== state && key !== picture)}
                words={words}
              />
            </section>
          ))}
        </div>
      </div>
    </article>
  )
}

/** All that is shown of a row. */
export const listQueueFields = ({ views }: ModuleMetadata): string[] =>
  views.sections.flatMap((section) => section.fields)
