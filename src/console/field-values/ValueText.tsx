import type { ModuleMetadata } from '#contract/metadata.ts'
import type { ValueLabels } from '../field-types/field-type.ts'
import { getFieldType } from '../field-types/index.ts'
import { formatFieldValue } from './field-text.ts'
import styles from './ValueText.module.css'

/** Whether the cells of a field are aligned as numbers. */
export function isNumeric({ fields }: ModuleMetadata, key: string): boolean {
  const field = fields[key]
  return field !== undefined && getFieldType(field.type).isNumeric === true
}

/** Shows a value on one line; nothing when it is empty. A workflow state is a tinted chip with its label. */
export function ValueText({
  metadata,
  name,
  value,
  labels,
}: {
  metadata: ModuleMetadata
  /** Key of the field. */
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

/** Tone of a workflow state: waits for an organiser, ended well, ended badly, or none of these (`plain`). */
export type StateTone = 'waiting' | 'positive' | 'negative' | 'plain'

/**
 * Derives the tone of a state from the actions that lead to it and from it. A positive action that leads back to the
 * initial state, such as a reopening, does not make that state a good end.
 */
export function getStateTone({ workflow, actions }: ModuleMetadata, state: unknown): StateTone {
  const allActions = Object.values(actions)
  const tones = new Set(allActions.filter(({ to }) => to === state).map(({ tone }) => tone))
  if (tones.has('positive') && state !== workflow?.initial) return 'positive'
  if (tones.has('negative')) return 'negative'
  const leadsOn = allActions.some(({ from, tone }) => tone === 'positive' && from?.includes(String(state)))
  return leadsOn ? 'waiting' : 'plain'
}
