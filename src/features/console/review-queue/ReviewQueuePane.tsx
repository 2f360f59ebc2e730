import { useState } from 'react'
import type { ModuleSummary } from '#contract/module-summary.ts'
import type { ModuleMetadata } from '#contract/metadata.ts'
import type { ListState } from '../data/list-state.ts'
import { ReviewQueueContent } from './ReviewQueueContent.tsx'
import { QueueEmptyState } from './QueueEmptyState.tsx'
import { QueueHeader } from './QueueHeader.tsx'
import { findPendingRows } from './pending-rows.ts'
import styles from './ReviewQueueContent.module.css'

/** What waits in a module, decided one by one. */
export default function ReviewQueuePane({
  metadata,
  entry,
  state,
}: {
  metadata: ModuleMetadata
  entry: ModuleSummary
  state: ListState
}) {
  // It stays what it was when the desk was opened: the server's rule goes with the last row.
  const [waiting] = useState(() => findPendingRows(entry, state))
  if (waiting) return <ReviewQueueContent metadata={metadata} waiting={waiting} />
  return (
    <section className={styles.desk}>
      <QueueHeader
        module={entry.name}
        waiting={{ label: entry.label, words: '', filters: [], sorters: {} }}
      />
      <QueueEmptyState open={0} />
    </section>
  )
}
