import { useTranslation } from 'react-i18next'
import { useLocalized } from '#lib/locale.ts'
import type { HitGroup } from './local-search.ts'

/** Groups that the app has a word for; others are called as the server calls them. */
const named = [
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

const isNamed = (name: string): name is (typeof named)[number] => (named as readonly string[]).includes(name)

/** What a group is called. */
export function useGroupName(): (group: Pick<HitGroup, 'name' | 'label'>) => string {
  const { t } = useTranslation('search')
  const pick = useLocalized()
  return ({ name, label }) => (isNamed(name) ? t(`group.${name}`) : pick(label).text || name)
}
