import type { ModuleMetadata } from '#contract/metadata.ts'
import type { ControlProps } from '#forms/index.ts'
import { RelationPicker } from './RelationPicker.tsx'

/** Edits a relation inline. In a relation to one row the last choice counts. */
export function RelationList({
  metadata,
  name,
  value,
  onChange,
}: Pick<ControlProps, 'value' | 'onChange'> & { metadata: ModuleMetadata; name: string }) {
  const isMany = metadata.fields[name]?.relation?.many === true
  const chosen = Array.isArray(value) ? (value as string[]) : typeof value === 'string' ? [value] : []
  return (
    <RelationPicker
      metadata={metadata}
      name={name}
      chosenIds={chosen}
      onChange={(next) => onChange(isMany ? next : (next.at(-1) ?? null))}
    />
  )
}
