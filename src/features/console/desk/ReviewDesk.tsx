import { useState } from 'react'
import type { ModuleSummary } from '#contract/module-summary.ts'
import type { ModuleMetadata } from '#contract/metadata.ts'
import type { ListState } from '../reading/list-state.ts'
import { Desk } from './Desk.tsx'
import { DeskEnd } from './DeskEnd.tsx'
import { DeskHead } from './DeskHead.tsx'
import { waitingOf } from './waiting-of.ts'
import styles from './Desk.module.css'

/** What waits in a module, decided one by one. */
export default function ReviewDesk({
  metadata,
  entry,
  state,
}: {
  metadata: ModuleMetadata
  entry: ModuleSummary
  state: ListState
}) {
  // It stays what it was when the desk was opened: the server's rule goes with the last row.
  const [waiting] = useState(() => waitingOf(entry, state))
  if (waiting) return <Desk metadata={metadata} waiting={waiting} />
  return (
    <section className={styles.desk}>
      <DeskHead module={entry.name} waiting={{ label: entry.label, words: '', filters: [], sorters: {} }} />
      <DeskEnd open={0} />
    </section>
  )
}
