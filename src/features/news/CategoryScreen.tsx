import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { categoriesQuery } from '#lib/article-categories.ts'
import { useDocumentTitle } from '#lib/document-title.ts'
import { useLocalized } from '#lib/locale.ts'
import { PageHeader, Screen } from '#ui/Screen.tsx'
import { CategoryLinks } from './CategoryLinks.tsx'
import { NewsList } from './NewsList.tsx'
import { categoryNewsQuery } from './queries.ts'

/** News of one category. */
export function CategoryScreen({ id }: { id: string }) {
  const { t } = useTranslation('news')
  const pick = useLocalized()
  const { data: categories } = useQuery(categoriesQuery())
  const name = pick(categories?.find((category) => category.id === id)?.name)
  useDocumentTitle(name.text || t('title'))
  return (
    <Screen>
      <PageHeader title={name.text || t('title')} lang={name.locale} />
      <CategoryLinks />
      <NewsList key={id} query={categoryNewsQuery(id)} />
    </Screen>
  )
}
