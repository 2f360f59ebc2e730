import { useState, useMemo, useEffect, useRef } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from '@tanstack/react-router'
import type { ModuleSummary } from '#contract/module-summary.ts'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { type ListState, toSearchFilters } from '../data/list-state.ts'
import { ApiError } from '#platform/api.ts'
import { useLocale } from '#platform/locale.ts'
import { LoadState, EmptyState } from '#ui/LoadState.tsx'
import { VisuallyHidden } from '#ui/InlineText.tsx'
import type { Row } from '../data/console-api.ts'
import { rowQuery, canSeeDrafts } from '../data/queries.ts'
import { RecordNotFound } from '../not-found-states.tsx'
import { formatRowTitle, useValueLabels } from '#console/field-values/field-text.ts'
import { submitAction } from '../record/submit-action.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { QueueHeader, ShortcutSettings, useShortcutsEnabled } from './QueueHeader.tsx'
import { findPendingRows, type PendingRows, isOverdue } from './queue-rows.ts'
import styles from './ReviewQueuePane.module.css'
import { DecisionBar } from './DecisionBar.tsx'
import { listDecisions, findStartReviewAction, useDecisions } from './use-decisions.ts'
import { PrefetchNext, QueueRecord, listQueueFields } from './QueueRecord.tsx'
import { useQueue, type ReviewQueueState } from './use-queue.ts'

/** Shows the pending rows of a module one by one. */
export default function ReviewQueuePane({
  metadata,
  summary,
  state,
}: {
  metadata: ModuleMetadata
  summary: ModuleSummary
  state: ListState
}) {
  // Computed once: when the last row is decided, the server lists no pending rule any more.
  const [pendingRows] = useState(() => findPendingRows(summary, state))
  if (pendingRows) return <ReviewQueueContent metadata={metadata} pendingRows={pendingRows} />
  return (
    <section className={styles.pane}>
      <QueueHeader
        module={summary.name}
        pendingRows={{ label: summary.label, searchText: '', filters: [], sorters: {} }}
      />
      <QueueEmptyState openCount={0} />
    </section>
  )
}

const noRows: readonly Row[] = []

/** Shows pending rows one at a time with their decisions, and prefetches the next one. */
function ReviewQueueContent({
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

/** Shows, when there is no row, that it is loading, why it failed, or the end of the queue. */
function QueuePlaceholder({
  queue,
  query,
}: {
  queue: ReviewQueueState
  /** The query of the current row. */
  query: { error: Error | null; isError: boolean; refetch: () => Promise<unknown> }
}) {
  const error = queue.error ?? (queue.currentId === undefined ? null : query.error)
  // The server refuses the row to this user; any other error is worth another attempt.
  const isRefused = error instanceof ApiError && error.status < 500
  const retry = () => void (queue.error ? queue.retry() : query.refetch())
  return (
    <div className={styles.instead}>
      {queue.isFinished ? (
        <QueueEmptyState openCount={queue.openCount} onReviewSkipped={() => queue.goTo(queue.nextId)} />
      ) : isRefused ? (
        <RecordNotFound text={error.msg} level={2} />
      ) : (
        <LoadState failed={error !== null} retry={retry} rows={4} />
      )}
    </div>
  )
}

/**
 * Starts the review of each shown row once, where the module has an action for that, so that the registrant cannot
 * change it any more. A background entry sends it, because it is no decision.
 * @param startAction name of that action; undefined when the row's state allows none
 */
function useStartReview(
  metadata: ModuleMetadata,
  row: Row | undefined,
  title: string,
  startAction: string | undefined,
): void {
  const locale = useLocale()
  const startedIds = useRef(new Set<string>())
  useEffect(() => {
    if (!row || startAction === undefined || startedIds.current.has(row.id)) return
    startedIds.current.add(row.id)
    const submission = { metadata, row, title, locale, entry: undefined, name: startAction, body: {} }
    // When the device cannot store the entry, it cannot store the decision either, and says so then.
    void submitAction({ ...submission, isQuiet: true }).catch(() => undefined)
  })
}

/** Shown when no row is pending, or only skipped ones. */
function QueueEmptyState({
  openCount,
  onReviewSkipped,
}: {
  /** Number of rows that were skipped and are still open. */
  openCount: number
  /** Absent where there is nothing to go back to. */
  onReviewSkipped?: () => void
}) {
  const { t } = useTranslation('console')
  if (openCount > 0 && onReviewSkipped)
    return (
      <EmptyState
        title={t('desk.skipped', { count: openCount })}
        text={t('desk.skippedText')}
        action={
          <Button variant="filled" onClick={onReviewSkipped}>
            {t('desk.again')}
          </Button>
        }
      />
    )
  return (
    <EmptyState
      title={t('desk.done')}
      text={t('desk.doneText')}
      action={
        <Link to="/console" className={buttonClass('filled')}>
          {t('desk.toToday')}
        </Link>
      }
    />
  )
}
