import { useQuery } from '@tanstack/react-query'
import { useMemo, useState, useEffect, useRef, lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { ApiError } from '#platform/api.ts'
import { useLocale } from '#platform/locale.ts'
import { LoadState } from '#ui/LoadState.tsx'
import { VisuallyHidden } from '#ui/InlineText.tsx'
import { toSearchFilters } from '../data/list-state.ts'
import type { Row } from '../data/console-api.ts'
import { rowQuery, canSeeDrafts } from '../data/queries.ts'
import { RecordNotFound } from '../not-found-states.tsx'
import { formatRowTitle } from '../field-values/row-title.ts'
import { useValueLabels } from '../field-values/use-value-labels.ts'
import { submitAction } from '../record/submit-action.ts'
import { findPictureField, pictureQuery } from '../data/picture-queries.ts'
import { safeLocalStorage } from '#platform/safe-storage.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { DecisionBar } from './DecisionBar.tsx'
import { listDecisions, findStartReviewAction } from './queue-actions.ts'
import { QueueEmptyState } from './QueueEmptyState.tsx'
import { QueueHeader } from './QueueHeader.tsx'
import { QueueRecord, listQueueFields } from './QueueRecord.tsx'
import { isOverdue } from './queue-order.ts'
import { useDecisions } from './use-decisions.ts'
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

/**
 * Starts the review of each shown row once, where the module has an action for that, so that the registrant cannot
 * change it any more. A background entry sends it, because it is no decision.
 * @param opening name of the action; undefined when the row's state allows none
 */
function useStartReview(
  metadata: ModuleMetadata,
  row: Row | undefined,
  title: string,
  opening: string | undefined,
): void {
  const locale = useLocale()
  const startedIds = useRef(new Set<string>())
  useEffect(() => {
    if (!row || opening === undefined || startedIds.current.has(row.id)) return
    startedIds.current.add(row.id)
    const submission = { metadata, row, title, locale, entry: undefined, name: opening, body: {} }
    // A failure to store and send shows with the decision itself.
    void submitAction({ ...submission, isQuiet: true }).catch(() => undefined)
  })
}

/** Prefetches the next row with its picture and relation titles. Renders nothing. */
function PrefetchNext({
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

const ShortcutsSheet = lazy(() => import('./ShortcutsSheet.tsx'))

/** Key in localStorage. The setting belongs to the device, because it depends on the keyboard. */
const shortcutsKey = 'console-keys'

/** Returns whether shortcuts are on, and a function that switches them. */
function useShortcutsEnabled(): [boolean, (isOn: boolean) => void] {
  const [isEnabled, setEnabled] = useState(() => safeLocalStorage.read(shortcutsKey) !== 'off')
  return [
    isEnabled,
    (isOn) => {
      safeLocalStorage.write(shortcutsKey, isOn ? 'on' : 'off')
      setEnabled(isOn)
    },
  ]
}

/** Opens the list of shortcuts. */
function ShortcutSettings({
  decisions,
  isOn,
  onSwitch,
}: {
  decisions: readonly string[]
  isOn: boolean
  onSwitch: (isOn: boolean) => void
}) {
  const { t } = useTranslation('console')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton icon="info" variant="weak" label={t('desk.keys')} onClick={() => setOpen(true)} />
      <Suspense>
        {isOpen && (
          <ShortcutsSheet
            decisions={decisions}
            isOn={isOn}
            onSwitch={onSwitch}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </>
  )
}
