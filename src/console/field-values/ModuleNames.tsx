import { useQuery } from '@tanstack/react-query'
import { joinNames } from '#contract/locale.ts'
import { useLocale } from '#platform/locale.ts'
import { grantsQuery } from '../data/queries.ts'

/** Shows module names as labels. A name that the server does not know stays as it is. */
export default function ModuleNames({ value }: { value: unknown }) {
  const locale = useLocale()
  const modules = useQuery(grantsQuery())
  const names = Array.isArray(value) ? value.map(String) : []
  const getLabel = (name: string) => modules.data?.find((entry) => entry.name === name)?.label[locale] ?? name
  return <span>{joinNames(names.map(getLabel), locale)}</span>
}
