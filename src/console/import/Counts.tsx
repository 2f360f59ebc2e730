import { useTranslation } from 'react-i18next'
import type { ImportCounts } from '#contract/transfer.ts'
import styles from './Counts.module.css'

const kinds = ['rows', 'created', 'updated', 'unchanged', 'bad'] as const

/** Shows the number of rows of each kind. */
export function Counts({ counts }: { counts: ImportCounts }) {
  const { t } = useTranslation('console-import')
  return (
    <dl className={styles.counts} aria-label={t('counts.label')}>
      {kinds.map((kind) => (
        <div key={kind} className={styles.count} data-kind={counts[kind] > 0 ? kind : undefined}>
          <dt className={styles.label}>{t(`counts.${kind}`)}</dt>
          <dd className={styles.number}>{counts[kind]}</dd>
        </div>
      ))}
    </dl>
  )
}
