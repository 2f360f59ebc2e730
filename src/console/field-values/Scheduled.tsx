import { useTranslation } from 'react-i18next'
import type { Values } from '#contract/form/form-shape.ts'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { useMinute } from '#platform/server-clock.ts'
import { isScheduled } from './is-scheduled.ts'
import styles from './ValueText.module.css'

/** Marks a row that becomes public by itself at a later time. */
export function Scheduled({ metadata, row }: { metadata: ModuleMetadata; row: Values }) {
  return metadata.publication ? <Mark metadata={metadata} row={row} /> : null
}

function Mark({ metadata, row }: { metadata: ModuleMetadata; row: Values }) {
  const { t } = useTranslation('console')
  if (!isScheduled(metadata, row, useMinute())) return null
  return (
    <span className={styles.state} data-tone="waiting">
      {t('list.scheduled')}
    </span>
  )
}
