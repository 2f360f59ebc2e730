import type { ModuleMetadata } from '#contract/metadata.ts'
import type { ControlProps } from '#features/forms'
import { RelationPicker } from './RelationPicker.tsx'

/** One row or several of another module, chosen where they are listed. Of one, the last choice holds. */
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
      chosen={chosen}
      onChange={(next) => onChange(isMany ? next : (next.at(-1) ?? null))}
    />
  )
}
