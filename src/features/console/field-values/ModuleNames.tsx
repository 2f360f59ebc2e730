import { useQuery } from '@tanstack/react-query'
import { joinNames } from '#contract/locale.ts'
import { useLocale } from '#lib/locale.ts'
import { grantsQuery } from '../field-controls/grants-query.ts'

/** Names of modules, as people call them. What is not known any more is shown as it is. */
export default function ModuleNames({ value }: { value: unknown }) {
  const locale = useLocale()
  const modules = useQuery(grantsQuery())
  const names = Array.isArray(value) ? value.map(String) : []
  const labelOf = (name: string) => modules.data?.find((entry) => entry.name === name)?.label[locale] ?? name
  return <span>{joinNames(names.map(labelOf), locale)}</span>
}
