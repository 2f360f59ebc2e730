import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { ApiError } from '#lib/api.ts'
import { useLocale } from '#lib/locale.ts'
import { LoadState } from '#ui/LoadState.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { toSearchFilters } from '../data/search-filters.ts'
import type { Row } from '../data/console-api.ts'
import { rowQuery, canSeeDrafts } from '../data/queries.ts'
import { RecordNotFound } from '../not-found-states.tsx'
import { rowTitle } from '../field-values/row-title.ts'
import { useValueLabels } from '../field-values/use-value-words.ts'
import { PrefetchNext } from './PrefetchNext.tsx'
import { DecisionBar } from './DecisionBar.tsx'
import { listDecisions, findStartReviewAction } from './queue-actions.ts'
import { QueueEmptyState } from './QueueEmptyState.tsx'
import { QueueHeader } from './QueueHeader.tsx'
import { ShortcutSettings, useShortcutsEnabled } from './ShortcutSettings.tsx'
import { QueueRecord, listQueueFields } from './QueueRecord.tsx'
import { isOverdue } from './queue-order.ts'
import { useDecisions } from './use-decisions.ts'
import { useStartReview } from './use-start-review.ts'
import { useQueue, type ReviewQueueState } from './use-queue.ts'
import type { PendingRows } from './pending-rows.ts'
import styles from './ReviewQueueContent.module.css'

const nothing: readonly Row[] = []

/** Rows that wait, one at a time, each with its decisions under the thumb and the next one ready behind it. */
export function ReviewQueueContent({
  metadata,
  waiting,
}: {
  metadata: ModuleMetadata
  waiting: PendingRows
}) {
  const { t } = useTranslation('console')
  const locale = useLocale()
  const asked = useMemo(
    () => ({
      ...toSearchFilters(metadata, waiting.words, waiting.filters),
      sorters: waiting.sorters,
      fields: [],
      drafts: canSeeDrafts(metadata),
    }),
    [metadata, waiting],
  )
  const queue = useQueue(metadata, asked)
  const { current } = queue
  const query = useQuery({ ...rowQuery(metadata, current ?? ''), enabled: current !== undefined })
  const row = current === undefined ? undefined : query.data
  const words = useValueLabels(metadata, listQueueFields(metadata), row ? [row] : nothing)
  const title = row ? rowTitle(metadata, row, words) || t('list.untitled') : ''
  const opening = row && findStartReviewAction(metadata, row, waiting.filters)
  useStartReview(metadata, row, title, row && queue.isOpen(row.id) ? opening : undefined)
  const names = row ? listDecisions(metadata, row, opening) : []
  const decisions = useDecisions(metadata, queue, row, title)
  const [reason, setReason] = useState<string>()
  const [hasKeys, switchKeys] = useShortcutsEnabled()
  const counter =
    current === undefined ? {} : { counter: t('desk.counter', { place: queue.place, total: queue.total }) }
  return (
    <section className={styles.desk} aria-label={waiting.label[locale]}>
      <QueueHeader module={metadata.name} waiting={waiting} {...counter}>
        <ShortcutSettings
          decisions={names.map((name) => metadata.actions[name]?.label[locale] ?? name)}
          isOn={hasKeys}
          onSwitch={switchKeys}
        />
      </QueueHeader>
      {/* Who does not see hears which one stands there now. */}
      <output>
        <VisuallyHidden>{title}</VisuallyHidden>
      </output>
      <progress
        className={styles.progress}
        aria-hidden="true"
        value={queue.total - queue.open}
        max={queue.total}
      />
      {row ? (
        <QueueRecord
          key={row.id}
          metadata={metadata}
          row={row}
          title={title}
          words={words}
          isLate={isOverdue(row, waiting.since, waiting.lateBefore)}
          reason={reason}
          onReason={setReason}
        />
      ) : (
        <Elsewhere queue={queue} query={query} />
      )}
      {queue.next !== undefined && <PrefetchNext metadata={metadata} id={queue.next} reason={reason} />}
      <DecisionBar
        metadata={metadata}
        queue={queue}
        row={row}
        names={names}
        decisions={decisions}
        hasKeys={hasKeys}
      />
    </section>
  )
}

/** In place of a row: it is on its way, refused, not to be reached; or there is none any more. */
function Elsewhere({
  queue,
  query,
}: {
  queue: ReviewQueueState
  query: { error: Error | null; isError: boolean; refetch: () => Promise<unknown> }
}) {
  const error = queue.error ?? (queue.current === undefined ? null : query.error)
  const retry = () => void (queue.error ? queue.retry() : query.refetch())
  return (
    <div className={styles.instead}>
      {queue.isOver ? (
        <QueueEmptyState open={queue.open} onAgain={() => queue.go(queue.next)} />
      ) : error instanceof ApiError && error.status < 500 ? (
        <RecordNotFound text={error.msg} level={2} />
      ) : (
        <LoadState failed={error !== null} retry={retry} rows={4} />
      )}
    </div>
  )
}
