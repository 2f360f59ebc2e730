import { useTranslation } from 'react-i18next'
import styles from './StateBadge.module.css'
import type { StreamWithState } from './stream-state.ts'

/** The state of a stream as text. Only a current stream has the colour of "now". */
export function StateBadge({ row, state }: StreamWithState) {
  const { t } = useTranslation('live')
  const key = row.kind === 'photos' ? (`photos.${state}` as const) : (`state.${state}` as const)
  return (
    <span className={styles.badge} data-state={state}>
      {t(key)}
    </span>
  )
}
