import { useTranslation } from 'react-i18next'
import { useLocalized } from '#platform/locale.ts'
import type { HitGroup } from './local-search.ts'

/** Groups with a label in the app; others use the server's label. */
const namedGroups = [
  'meetings',
  'speakers',
  'informations',
  'documents',
  'materials',
  'qa',
  'pages',
  'places',
  'exhibitors',
] as const

const isNamed = (name: string): name is (typeof namedGroups)[number] =>
  (namedGroups as readonly string[]).includes(name)

/** Returns a function that gives the label of a group. */
export function useGroupName(): (group: Pick<HitGroup, 'name' | 'label'>) => string {
  const { t } = useTranslation('search')
  const pick = useLocalized()
  return ({ name, label }) => (isNamed(name) ? t(`group.${name}`) : pick(label).text || name)
}
