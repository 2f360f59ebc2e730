import type { ModuleMetadata } from '#contract/metadata.ts'
import { formatShortDay } from '#lib/forum-time.ts'
import { formatFieldValue, type ValueLabels } from './field-text.ts'
import { stateTone } from './state-tone.ts'
import styles from './ValueText.module.css'

/** Types whose values stand at the end of their column, so that digits stand below digits. */
const numbers = new Set(['integer', 'decimal'])

/** True for a field whose column is read by comparing digits. */
export const isNumber = ({ fields }: ModuleMetadata, key: string): boolean =>
  numbers.has(fields[key]?.type ?? '')

/** A value on one line. A state of the workflow is a tinted chip, told by its word. */
export function ValueText({
  metadata,
  name,
  value,
  words,
}: {
  metadata: ModuleMetadata
  name: string
  value: unknown
  words: ValueLabels
}) {
  const field = metadata.fields[name]
  if (!field) return null
  const text =
    field.type === 'date' && typeof value === 'string'
      ? formatShortDay(value, words.locale)
      : formatFieldValue(name, field, value, words)
  if (text === '') return null
  if (name === metadata.workflow?.field)
    return (
      <span className={styles.state} data-tone={stateTone(metadata, value)}>
        {text}
      </span>
    )
  return <>{text}</>
}
