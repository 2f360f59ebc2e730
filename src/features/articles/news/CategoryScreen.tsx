import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { categoriesQuery } from '#platform/article-categories.ts'
import { useDocumentTitle } from '#platform/document-title.ts'
import { useLocalized } from '#platform/locale.ts'
import { buttonClass } from '#ui/Button.tsx'
import { PageHeader, Screen } from '#ui/Screen.tsx'
import { EmptyState } from '#ui/StateMessage.tsx'
import { CategoryContent } from './CategoryContent.tsx'
import { CategoryLinks } from './CategoryLinks.tsx'

/** Page of a category: news, documents, questions and answers. */
export function CategoryScreen({ id }: { id: string }) {
  const { t } = useTranslation('news')
  const pick = useLocalized()
  const { data: categories } = useQuery(categoriesQuery())
  const category = categories?.find((one) => one.id === id)
  const name = pick(category?.name)
  useDocumentTitle(name.text || t('title'))
  if (categories && !category) return <NoCategory />
  return (
    <Screen wide>
      <PageHeader title={name.text || t('title')} lang={name.locale} />
      <CategoryLinks chosen={id} />
      <CategoryContent key={id} id={id} />
    </Screen>
  )
}

function NoCategory() {
  const { t } = useTranslation('news')
  useDocumentTitle(t('noCategory.title'))
  return (
    <EmptyState
      level={1}
      title={t('noCategory.title')}
      text={t('noCategory.text')}
      action={
        <Link to="/news" className={buttonClass('filled')}>
          {t('allNews')}
        </Link>
      }
    />
  )
}
