import type { FieldIssue } from '#contract/envelope.ts'
import styles from './EntryCard.module.css'
import { useModuleLabels } from './use-module-labels.ts'

/** Why the server refused, field by field, in its own words. */
export function IssueList({ module, problems }: { module: string; problems: readonly FieldIssue[] }) {
  const words = useModuleLabels(module)
  return (
    <ul className={styles.problems}>
      {problems.map(({ path, key, params, text }) => (
        <li key={`${path} ${key} ${params?.['row'] ?? ''}`}>
          <span className={styles.field}>{words.label(path.split('.')[0] ?? path)}</span> {text ?? ''}
        </li>
      ))}
    </ul>
  )
}
