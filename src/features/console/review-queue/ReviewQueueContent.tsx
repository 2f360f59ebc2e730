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
import { formatRowTitle } from '../field-values/row-title.ts'
import { useValueLabels } from '../field-values/use-value-labels.ts'
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

const noRows: readonly Row[] = []

/** Shows pending rows one at a time with their decisions, and prefetches the next one. */
export function ReviewQueueContent({
  metadata,
  waiting,
}: {
  metadata: ModuleMetadata
  waiting: PendingRows
}) {
  const { t } = useTranslation('console')
  const locale = useLocale()
  const params = useMemo(
    () => ({
      ...toSearchFilters(metadata, waiting.searchText, waiting.filters),
      sorters: waiting.sorters,
      fields: [],
      drafts: canSeeDrafts(metadata),
    }),
    [metadata, waiting],
  )
  const queue = useQueue(metadata, params)
  const { current } = queue
  const query = useQuery({ ...rowQuery(metadata, current ?? ''), enabled: current !== undefined })
  const row = current === undefined ? undefined : query.data
  const labels = useValueLabels(metadata, listQueueFields(metadata), row ? [row] : noRows)
  const title = row ? formatRowTitle(metadata, row, labels) || t('list.untitled') : ''
  const opening = row && findStartReviewAction(metadata, row, waiting.filters)
  useStartReview(metadata, row, title, row && queue.isOpen(row.id) ? opening : undefined)
  const names = row ? listDecisions(metadata, row, opening) : []
  const decisions = useDecisions(metadata, queue, row, title)
  const [reason, setReason] = useState<string>()
  const [hasKeys, switchKeys] = useShortcutsEnabled()
  const counter =
    current === undefined ? {} : { counter: t('desk.counter', { place: queue.position, total: queue.total }) }
  return (
    <section className={styles.pane} aria-label={waiting.label[locale]}>
      <QueueHeader module={metadata.name} waiting={waiting} {...counter}>
        <ShortcutSettings
          decisions={names.map((name) => metadata.actions[name]?.label[locale] ?? name)}
          isOn={hasKeys}
          onSwitch={switchKeys}
        />
      </QueueHeader>
      {/* Announces the current row to screen readers. */}
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
          labels={labels}
          isLate={isOverdue(row, waiting.since, waiting.lateBefore)}
          reason={reason}
          onReason={setReason}
        />
      ) : (
        <QueuePlaceholder queue={queue} query={query} />
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

/** Shown instead of a row while it loads, when it failed, and at the end of the queue. */
function QueuePlaceholder({
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
