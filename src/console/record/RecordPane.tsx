import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { useDocumentTitle } from '#platform/forum.ts'
import { useLocale } from '#platform/locale.ts'
import { buttonClass } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { LoadState } from '#ui/LoadState.tsx'
import type { ValueLabels } from '#console/field-types/field-type.ts'
import { RecordPanels } from '../panels/panels.tsx'
import type { Search } from '../data/list-state.ts'
import type { Row } from '../data/console-api.ts'
import { rowQuery, useErrorResponse } from '../data/queries.ts'
import { backClass, PaneHeader } from '../shell/PaneHeader.tsx'
import { RecordNotFound } from '../not-found-states.tsx'
import { formatRowTitle, useValueLabels } from '../field-values/field-text.ts'
import { Scheduled } from '../field-values/Scheduled.tsx'
import { ValueText } from '../field-values/ValueText.tsx'
import { FieldRows } from './FieldRows.tsx'
import { RecordActions } from './RecordActions.tsx'
import styles from './RecordPane.module.css'
import { RecordMenu } from './RecordMenu.tsx'

const DeletedRecord = lazy(() => import('../history/DeletedRecord.tsx'))

/** Shows a record in the sections of its module. */
export function RecordPane({
  metadata,
  id,
  search,
  isFullPage,
}: {
  metadata: ModuleMetadata
  id: string
  /** The list's state in the URL, for the links back to the list. */
  search: Search
  /** The record fills the page; otherwise its list is shown beside it. */
  isFullPage: boolean
}) {
  const { t } = useTranslation('console')
  const row = useQuery(rowQuery(metadata, id))
  const error = useErrorResponse(row)
  // The record was deleted, or the user may not see it any more: the cached row must not be shown.
  const isGone = error?.key === 'not_found'
  if (row.data && !isGone)
    return <Record metadata={metadata} row={row.data} search={search} isFullPage={isFullPage} />
  return (
    <section className={styles.pane} aria-label={t('record.label')}>
      <PaneHeader>
        <BackToList module={metadata.name} search={search} />
      </PaneHeader>
      {error ? (
        <NoRecord metadata={metadata} id={id} message={error.msg} level={isFullPage ? 1 : 2} />
      ) : (
        <LoadState failed={row.isError} retry={() => void row.refetch()} rows={4} />
      )}
    </section>
  )
}

/**
 * Shows that a record is missing. A user who may see the history also sees whether it was deleted.
 * @param props.message the server's error message
 * @param props.level level of the heading
 */
function NoRecord(props: { metadata: ModuleMetadata; id: string; message: string; level: 1 | 2 }) {
  if (!props.metadata.permissions.includes('history'))
    return <RecordNotFound text={props.message} level={props.level} />
  return (
    <Suspense>
      <DeletedRecord {...props} />
    </Suspense>
  )
}

/** Shows the loaded record: title, actions, fields and panels. */
function Record({
  metadata,
  row,
  search,
  isFullPage,
}: {
  metadata: ModuleMetadata
  row: Row
  search: Search
  isFullPage: boolean
}) {
  const { t } = useTranslation('console')
  const locale = useLocale()
  const sections = metadata.views.sections
  const fields = sections.flatMap((section) => section.fields)
  const labels = useValueLabels(metadata, fields, [row])
  const title = formatRowTitle(metadata, row, labels) || t('list.untitled')
  const [Heading, SectionHeading] = isFullPage ? (['h1', 'h2'] as const) : (['h2', 'h3'] as const)
  // Beside the list the document keeps the list's title.
  useDocumentTitle(isFullPage ? title : metadata.label[locale])
  const heading = useRef<HTMLHeadingElement>(null)
  // Keyboard and screen reader start at the record's heading.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const stateField = metadata.workflow?.field
  return (
    <section className={styles.pane} aria-label={title}>
      <PaneHeader>
        <BackToList module={metadata.name} search={search} />
        <Heading ref={heading} tabIndex={-1} className={styles.title}>
          {title}
        </Heading>
        {stateField !== undefined && (
          <ValueText metadata={metadata} name={stateField} value={row[stateField]} labels={labels} />
        )}
        <Scheduled metadata={metadata} row={row} />
        {row.permissions?.update === true && (
          <Link
            to="/console/$module/$id/edit"
            params={{ module: metadata.name, id: row.id }}
            search={search}
            className={buttonClass('quiet')}
          >
            {t('record.edit')}
          </Link>
        )}
        <RecordMenu metadata={metadata} row={row} title={title} />
      </PaneHeader>
      {/* The element scrolls, so it needs keyboard focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.body} tabIndex={0}>
        {sections.map((section) => (
          <section key={section.label['en']} className={styles.section}>
            <SectionHeading className={styles.sectionTitle}>{section.label[locale]}</SectionHeading>
            <FieldRows
              metadata={metadata}
              row={row}
              fields={section.fields.filter((key) => key !== stateField)}
              labels={labels}
            />
          </section>
        ))}
        <RecordPanels metadata={metadata} row={row} heading={SectionHeading} />
        <p className={styles.times}>{formatTimes(row, labels, t)}</p>
      </div>
      <RecordActions metadata={metadata} row={row} title={title} />
    </section>
  )
}

/** Formats when the row was created and changed, and its version. */
function formatTimes(
  row: Row,
  labels: ValueLabels,
  t: ReturnType<typeof useTranslation<'console'>>['t'],
): string {
  const formatTime = (key: string) => (typeof row[key] === 'string' ? labels.time.dateTime(row[key]) : '')
  return t('record.times', {
    created: formatTime('created_at'),
    updated: formatTime('updated_at'),
    version: row.version,
  })
}

/** Links back to the list that the record was opened from. */
function BackToList({ module, search }: { module: string; search: Search }) {
  const { t } = useTranslation('console')
  return (
    <Link
      to="/console/$module"
      params={{ module }}
      search={search}
      className={backClass}
      aria-label={t('record.back')}
    >
      <Icon name="back" />
    </Link>
  )
}
