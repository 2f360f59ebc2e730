import { useState } from 'react'
import type { ModuleSummary } from '#contract/module-summary.ts'
import type { ModuleMetadata } from '#contract/metadata.ts'
import type { ListState } from '../data/list-state.ts'
import { ReviewQueueContent } from './ReviewQueueContent.tsx'
import { QueueEmptyState } from './QueueEmptyState.tsx'
import { QueueHeader } from './QueueHeader.tsx'
import { findPendingRows } from './pending-rows.ts'
import styles from './ReviewQueueContent.module.css'

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
  // Computed once, because the server stops listing the rows' rule when the last row is decided.
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
