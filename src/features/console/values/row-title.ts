import type { ModuleMetadata } from '#contract/metadata.ts'
import { fieldText, type ValueWords } from './field-text.ts'

/** The title of a row by the template of its module. */
export function rowTitle(
  metadata: Pick<ModuleMetadata, 'titleTemplate' | 'fields'>,
  row: Readonly<Record<string, unknown>>,
  words: ValueWords,
): string {
  return metadata.titleTemplate
    .replaceAll(/\{\{(\w+)\}\}/g, (_, key: string) => {
      const field = metadata.fields[key]
      return field ? fieldText(key, field, row[key], words) : ''
    })
    .replaceAll(/^[\s·]+|[\s·]+$/g, '')
}
