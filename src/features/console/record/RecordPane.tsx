import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { useDocumentTitle } from '#lib/document-title.ts'
import { useLocale } from '#lib/locale.ts'
import { buttonClass } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { LoadState } from '#ui/LoadState.tsx'
import { RecordPanels } from '../panels/RecordPanels.tsx'
import type { Search } from '../data/list-state.ts'
import type { Row } from '../data/console-api.ts'
import { rowQuery } from '../data/queries.ts'
import { useRefusal } from '../data/use-refusal.ts'
import { backClass, PaneHeader } from '../shell/PaneHeader.tsx'
import { RecordNotFound } from '../not-found-states.tsx'
import type { ValueLabels } from '../field-values/field-text.ts'
import { rowTitle } from '../field-values/row-title.ts'
import { useValueLabels } from '../field-values/use-value-words.ts'
import { Scheduled } from '../field-values/Scheduled.tsx'
import { ValueText } from '../field-values/ValueText.tsx'
import { FieldRows } from './FieldRows.tsx'
import { RecordActions } from './RecordActions.tsx'
import { RecordMenu } from './RecordMenu.tsx'
import styles from './RecordPane.module.css'

const DeletedRecord = lazy(() => import('../history/DeletedRecord.tsx'))

/** A record, to be read: its sections as the definition has them. */
export function RecordPane({
  metadata,
  id,
  search,
  isAlone,
}: {
  metadata: ModuleMetadata
  id: string
  search: Search
  /** It takes the place of its list, and is the page. */
  isAlone: boolean
}) {
  const { t } = useTranslation('console')
  const row = useQuery(rowQuery(metadata, id))
  const refusal = useRefusal(row)
  // Deleted, or not this person's any more, while it was open: it must not look as if it were still there.
  const isGone = refusal?.key === 'not_found'
  if (row.data && !isGone)
    return <Record metadata={metadata} row={row.data} search={search} isAlone={isAlone} />
  return (
    <section className={styles.pane} aria-label={t('record.label')}>
      <PaneHeader>
        <Back module={metadata.name} search={search} />
      </PaneHeader>
      {refusal ? (
        <NoRecord metadata={metadata} id={id} refusal={refusal.msg} level={isAlone ? 1 : 2} />
      ) : (
        <LoadState failed={row.isError} retry={() => void row.refetch()} rows={4} />
      )}
    </section>
  )
}

/** What is not there may have been deleted: who sees histories is told so. */
function NoRecord(props: { metadata: ModuleMetadata; id: string; refusal: string; level: 1 | 2 }) {
  if (!props.metadata.permissions.includes('history'))
    return <RecordNotFound text={props.refusal} level={props.level} />
  return (
    <Suspense>
      <DeletedRecord {...props} />
    </Suspense>
  )
}

function Record({
  metadata,
  row,
  search,
  isAlone,
}: {
  metadata: ModuleMetadata
  row: Row
  search: Search
  isAlone: boolean
}) {
  const { t } = useTranslation('console')
  const locale = useLocale()
  const sections = metadata.views.sections
  const fields = sections.flatMap((section) => section.fields)
  const words = useValueLabels(metadata, fields, [row])
  const title = rowTitle(metadata, row, words) || t('list.untitled')
  const [Heading, SectionHeading] = isAlone ? (['h1', 'h2'] as const) : (['h2', 'h3'] as const)
  useDocumentTitle(isAlone ? title : metadata.label[locale])
  const heading = useRef<HTMLHeadingElement>(null)
  // Who came by keyboard or screen reader stands at the record's beginning.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const state = metadata.workflow?.field
  return (
    <section className={styles.pane} aria-label={title}>
      <PaneHeader>
        <Back module={metadata.name} search={search} />
        <Heading ref={heading} tabIndex={-1} className={styles.title}>
          {title}
        </Heading>
        {state !== undefined && (
          <ValueText metadata={metadata} name={state} value={row[state]} words={words} />
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
      {/* It can be scrolled, so the keyboard must reach it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.body} tabIndex={0}>
        {sections.map((section) => (
          <section key={section.label['en']} className={styles.section}>
            <SectionHeading className={styles.sectionTitle}>{section.label[locale]}</SectionHeading>
            <FieldRows
              metadata={metadata}
              row={row}
              fields={section.fields.filter((key) => key !== state)}
              words={words}
            />
          </section>
        ))}
        <RecordPanels metadata={metadata} row={row} heading={SectionHeading} />
        <p className={styles.times}>{timesOf(row, words, t)}</p>
      </div>
      <RecordActions metadata={metadata} row={row} title={title} />
    </section>
  )
}

function timesOf(row: Row, words: ValueLabels, t: ReturnType<typeof useTranslation<'console'>>['t']): string {
  const at = (key: string) => (typeof row[key] === 'string' ? words.time.dateTime(row[key]) : '')
  return t('record.times', { created: at('created_at'), updated: at('updated_at'), version: row.version })
}

function Back({ module, search }: { module: string; search: Search }) {
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
