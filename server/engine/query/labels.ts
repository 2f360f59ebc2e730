import { locales, type Localized } from '#contract/locale.ts'
import { templateFields } from '#contract/module-definition.ts'
import type { Caller } from '#server/http/caller.ts'
import type { WireRow } from '../field-types/codec.ts'
import type { ServerModule } from '../schema/server-module.ts'
import { visibleFields } from '../schema/visible-fields.ts'

/**
 * The title template of a module as the caller sees it, with its fields. One that names a field the caller does not see
 * falls back to the id, which names nothing hidden.
 */
export function getTitleTemplate(
  caller: Caller,
  module: ServerModule,
): { template: string; fields: string[] } {
  const visible = visibleFields(caller, module, 'metadata')
  const { titleTemplate } = module.definition
  const fields = templateFields(titleTemplate)
  return fields.every((key) => visible.has(key))
    ? { template: titleTemplate, fields }
    : { template: '{{id}}', fields: ['id'] }
}

/** The title of a row in every language. */
export function toLabel(template: string, row: WireRow): Localized {
  const inLocale = (locale: string) =>
    template.replaceAll(/\{\{(\w+)\}\}/g, (_, key: string) => textIn(row[key], locale)).trim()
  return Object.fromEntries(locales.map((locale) => [locale, inLocale(locale)])) as Localized
}

function textIn(value: unknown, locale: string): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  const text = (value as Readonly<Record<string, unknown>> | null | undefined)?.[locale]
  return typeof text === 'string' ? text : ''
}
