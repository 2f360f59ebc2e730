import { sql } from 'kysely'
import type { FieldDefinition } from '#contract/field-definition.ts'
import type { Locale } from '#contract/locale.ts'
import type { SqlCondition } from './filter-sql.ts'

/** True for a field whose values people read by the labels of its choices. */
export function hasReadChoices({ type, options = [] }: FieldDefinition): boolean {
  return type === 'enum' && options.length > 0
}

/**
 * The place of a choice among all of its field, by their labels in the reader's language: pinyin, the alphabet in any
 * case, numbers. A value that is no choice any more comes last.
 */
export function choicePlace(
  stored: SqlCondition,
  { options = [] }: FieldDefinition,
  locale: Locale,
): SqlCondition {
  const order = new Intl.Collator(locale, { numeric: true })
  const places = options
    .toSorted((a, b) => order.compare(a.label[locale], b.label[locale]))
    .map(({ value }, place) => sql`when ${sql.lit(value)} then ${sql.lit(place)}`)
  return sql`case ${stored} ${sql.join(places, sql` `)} else ${sql.lit(places.length)} end`
}
