import type { FieldIssue } from '#contract/envelope.ts'
import styles from './EntryCard.module.css'
import { useModuleLabels } from './use-module-labels.ts'

/** Lists the server's issues by field, in the server's words. */
export function IssueList({ module, issues }: { module: string; issues: readonly FieldIssue[] }) {
  const labels = useModuleLabels(module)
  return (
    <ul className={styles.issues}>
      {issues.map(({ path, key, params, text }) => (
        <li key={`${path} ${key} ${params?.['row'] ?? ''}`}>
          <span className={styles.field}>{labels.formatLabel(path.split('.')[0] ?? path)}</span> {text ?? ''}
        </li>
      ))}
    </ul>
  )
}
