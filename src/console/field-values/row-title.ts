import type { ModuleMetadata } from '#contract/metadata.ts'
import { formatFieldValue } from './field-text.ts'
import { type ValueLabels } from '#console/field-types/field-type.ts'

/**
 * Separator between the segments of a title. The no-break space keeps the dot on the line of the segment
 * before it.
 */
export const titleDot = '\u00A0· '

/** Formats the title of a row by the template of its module. */
export function formatRowTitle(
  metadata: Pick<ModuleMetadata, 'titleTemplate' | 'fields'>,
  row: Readonly<Record<string, unknown>>,
  labels: ValueLabels,
): string {
  return metadata.titleTemplate
    .replaceAll(/\{\{(\w+)\}\}/g, (_, key: string) => {
      const field = metadata.fields[key]
      return field ? formatFieldValue(key, field, row[key], labels) : ''
    })
    .replaceAll(/^[\s·]+|[\s·]+$/g, '')
    .replaceAll(' · ', titleDot)
}
