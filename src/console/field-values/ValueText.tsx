import type { ModuleMetadata } from '#contract/metadata.ts'
import type { ValueLabels } from '../field-types/field-type.ts'
import { getFieldType } from '../field-types/index.ts'
import { formatFieldValue } from './field-text.ts'
import { getStateTone } from './state-tone.ts'
import styles from './ValueText.module.css'

/** Whether the cells of a field are aligned as numbers. */
export function isNumeric({ fields }: ModuleMetadata, key: string): boolean {
  const field = fields[key]
  return field !== undefined && getFieldType(field.type).isNumeric === true
}

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
  const { formatShort } = getFieldType(field.type)
  const text =
    formatShort && typeof value === 'string'
      ? formatShort(value, labels.locale)
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
