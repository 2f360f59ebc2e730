import type { ModuleMetadata } from '#contract/metadata.ts'
import { formatShortDay } from '#platform/forum-time.ts'
import { formatFieldValue, type ValueLabels } from './field-text.ts'
import { getStateTone } from './state-tone.ts'
import styles from './ValueText.module.css'

/** Types whose values are aligned to the end, so that digits line up. */
const numberTypes = new Set(['integer', 'decimal'])

/** Whether a field's column is aligned as numbers. */
export const isNumber = ({ fields }: ModuleMetadata, key: string): boolean =>
  numberTypes.has(fields[key]?.type ?? '')

/** Shows a value on one line. A workflow state is a tinted chip with its label. */
export function ValueText({
  metadata,
  name,
  value,
  labels,
}: {
  metadata: ModuleMetadata
  name: string
  value: unknown
  labels: ValueLabels
}) {
  const field = metadata.fields[name]
  if (!field) return null
  const text =
    field.type === 'date' && typeof value === 'string'
      ? formatShortDay(value, labels.locale)
      : formatFieldValue(name, field, value, labels)
  if (text === '') return null
  if (name === metadata.workflow?.field)
    return (
      <span className={styles.state} data-tone={getStateTone(metadata, value)}>
        {text}
      </span>
    )
  return <>{text}</>
}
