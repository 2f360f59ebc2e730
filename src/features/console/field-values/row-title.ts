import type { ModuleMetadata } from '#contract/metadata.ts'
import { formatFieldValue, type ValueLabels } from './field-text.ts'

/** Between the parts of a title. The dot goes with the part before it: no line begins with one. */
export const titleDot = '\u00A0· '

/** The title of a row by the template of its module. */
export function rowTitle(
  metadata: Pick<ModuleMetadata, 'titleTemplate' | 'fields'>,
  row: Readonly<Record<string, unknown>>,
  words: ValueLabels,
): string {
  return metadata.titleTemplate
    .replaceAll(/\{\{(\w+)\}\}/g, (_, key: string) => {
      const field = metadata.fields[key]
      return field ? formatFieldValue(key, field, row[key], words) : ''
    })
    .replaceAll(/^[\s·]+|[\s·]+$/g, '')
    .replaceAll(' · ', titleDot)
}
