import { useTranslation } from 'react-i18next'
import type { Values } from '#contract/form/form-shape.ts'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { useMinute } from '#platform/server-clock.ts'
import styles from './ValueText.module.css'
import { matchesAllConditions } from '#contract/form/matches.ts'
import { toFormShape } from '../data/metadata.ts'

/** Marks a row that becomes public by itself at a later time. */
export function Scheduled({ metadata, row }: { metadata: ModuleMetadata; row: Values }) {
  return metadata.publication ? <ScheduledChip metadata={metadata} row={row} /> : null
}

/** A component of its own, so that rows of modules without a publication time do not render every minute. */
function ScheduledChip({ metadata, row }: { metadata: ModuleMetadata; row: Values }) {
  const { t } = useTranslation('console')
  if (!isScheduled(metadata, row, useMinute())) return null
  return (
    <span className={styles.state} data-tone="waiting">
      {t('list.scheduled')}
    </span>
  )
}

/**
 * Whether a row becomes public by itself after `nowMs`.
 * @param nowMs milliseconds since 1970
 */
export function isScheduled(metadata: ModuleMetadata, row: Values, nowMs: number): boolean {
  const { publication } = metadata
  if (!publication) return false
  const from = row[publication.from]
  if (typeof from !== 'string' || !(Date.parse(from) > nowMs)) return false
  return matchesAllConditions(toFormShape(metadata), publication.when, row, () => undefined)
}

/** Lists the keys of the fields that {@link isScheduled} reads. */
export function listPublicationFields({ publication }: ModuleMetadata): string[] {
  return publication ? [publication.from, ...publication.when.map(({ param }) => param)] : []
}
