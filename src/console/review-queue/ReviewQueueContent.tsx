import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { ApiError } from '#platform/api.ts'
import { useLocale } from '#platform/locale.ts'
import { LoadState } from '#ui/LoadState.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { toSearchFilters } from '../data/list-state.ts'
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
  pendingRows,
}: {
  metadata: ModuleMetadata
  pendingRows: PendingRows
}) {
  const { t } = useTranslation('console')
  const locale = useLocale()
  const params = useMemo(
    () => ({
      ...toSearchFilters(metadata, pendingRows.searchText, pendingRows.filters),
      sorters: pendingRows.sorters,
      fields: [],
      drafts: canSeeDrafts(metadata),
    }),
    [metadata, pendingRows],
  )
  const queue = useQueue(metadata, params)
  const { currentId } = queue
  const query = useQuery({ ...rowQuery(metadata, currentId ?? ''), enabled: currentId !== undefined })
  const row = currentId === undefined ? undefined : query.data
  const labels = useValueLabels(metadata, listQueueFields(metadata), row ? [row] : noRows)
  const title = row ? formatRowTitle(metadata, row, labels) || t('list.untitled') : ''
  const startAction = row && findStartReviewAction(metadata, row, pendingRows.filters)
  useStartReview(metadata, row, title, row && queue.isOpen(row.id) ? startAction : undefined)
  const decisionNames = row ? listDecisions(metadata, row, startAction) : []
  const decisions = useDecisions(metadata, queue, row, title)
  const [reason, setReason] = useState<string>()
  const [hasShortcuts, setShortcutsEnabled] = useShortcutsEnabled()
  const headerProps =
    currentId === undefined
      ? {}
      : { positionText: t('desk.counter', { place: queue.position, total: queue.total }) }
  return (
    <section className={styles.pane} aria-label={pendingRows.label[locale]}>
      <QueueHeader module={metadata.name} pendingRows={pendingRows} {...headerProps}>
        <ShortcutSettings
          decisions={decisionNames.map((name) => metadata.actions[name]?.label[locale] ?? name)}
          isOn={hasShortcuts}
          onSwitch={setShortcutsEnabled}
        />
      </QueueHeader>
      {/* Announces the current row to screen readers. */}
      <output>
        <VisuallyHidden>{title}</VisuallyHidden>
      </output>
      <progress
        className={styles.progress}
        aria-hidden="true"
        value={queue.total - queue.openCount}
        max={queue.total}
      />
      {row ? (
        <QueueRecord
          key={row.id}
          metadata={metadata}
          row={row}
          title={title}
          labels={labels}
          isLate={isOverdue(row, pendingRows.sinceField, pendingRows.lateBefore)}
          reason={reason}
          onReason={setReason}
        />
      ) : (
        <QueuePlaceholder queue={queue} query={query} />
      )}
      {queue.nextId !== undefined && <PrefetchNext metadata={metadata} id={queue.nextId} reason={reason} />}
      <DecisionBar
        metadata={metadata}
        queue={queue}
        row={row}
        actionNames={decisionNames}
        decisions={decisions}
        hasShortcuts={hasShortcuts}
      />
    </section>
  )
}

/** Shows the loading state, the error, or the end of the queue when there is no row. */
function QueuePlaceholder({
  queue,
  query,
}: {
  queue: ReviewQueueState
  query: { error: Error | null; isError: boolean; refetch: () => Promise<unknown> }
}) {
  const error = queue.error ?? (queue.currentId === undefined ? null : query.error)
  const retry = () => void (queue.error ? queue.retry() : query.refetch())
  return (
    <div className={styles.instead}>
      {queue.isFinished ? (
        <QueueEmptyState openCount={queue.openCount} onReviewSkipped={() => queue.goTo(queue.nextId)} />
      ) : error instanceof ApiError && error.status < 500 ? (
        <RecordNotFound text={error.msg} level={2} />
      ) : (
        <LoadState failed={error !== null} retry={retry} rows={4} />
      )}
    </div>
  )
}
