import { Suspense } from 'react'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { useLocale } from '#platform/locale.ts'
import { SkeletonLines } from '#ui/LoadState.tsx'
import type { Row } from '../data/console-api.ts'
import { getRecordPanels } from './kinds.ts'
import styles from './RecordPanels.module.css'

/** Shows the record panels of a module below the fields. */
export function RecordPanels({
  metadata,
  row,
  heading: Heading,
}: {
  metadata: ModuleMetadata
  row: Row
  heading: 'h2' | 'h3'
}) {
  const locale = useLocale()
  return getRecordPanels(metadata).map(({ kind, label, Panel }) => (
    <section key={kind} className={styles.panel} aria-label={label[locale]}>
      <Heading className={styles.title}>{label[locale]}</Heading>
      <Suspense fallback={<SkeletonLines lines={2} />}>
        <Panel row={row} />
      </Suspense>
    </section>
  ))
}
