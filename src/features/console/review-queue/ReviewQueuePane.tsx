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
  entry,
  state,
}: {
  metadata: ModuleMetadata
  entry: ModuleSummary
  state: ListState
}) {
  // Read once: the server's rule disappears with its last row.
  const [waiting] = useState(() => findPendingRows(entry, state))
  if (waiting) return <ReviewQueueContent metadata={metadata} waiting={waiting} />
  return (
    <section className={styles.pane}>
      <QueueHeader
        module={entry.name}
        waiting={{ label: entry.label, searchText: '', filters: [], sorters: {} }}
      />
      <QueueEmptyState open={0} />
    </section>
  )
}
