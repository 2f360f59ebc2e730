import { useQuery, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useId, type ReactNode } from 'react'
import { categoriesQuery } from '#platform/article-categories.ts'
import { useDocumentTitle } from '#platform/document-title.ts'
import { useLocalized } from '#platform/locale.ts'
import { buttonClass } from '#ui/Button.tsx'
import { PageHeader, Screen } from '#ui/Screen.tsx'
import { EmptyState } from '#ui/StateMessage.tsx'
import { useIsOffline } from '#platform/connectivity.ts'
import { documentsQuery } from '#features/articles/downloads'
import { LoadState } from '#ui/LoadState.tsx'
import { CategoryLinks } from './CategoryLinks.tsx'
import { ArticleLinks } from './ArticleLinks.tsx'
import { NewsList } from './NewsList.tsx'
import { categoryNewsQuery, categoryOthersQuery, newsListQuery, uniqueRows } from './queries.ts'
import styles from './CategoryContent.module.css'
import { NewsCards } from './NewsCards.tsx'

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

/** The articles of a category by kind. A single kind has no title. */
function CategoryContent({ id }: { id: string }) {
  const { t } = useTranslation('news')
  const news = useInfiniteQuery(categoryNewsQuery(id))
  const { data: otherArticles } = useQuery(categoryOthersQuery(id))
  const isOffline = useIsOffline()
  if (!news.data && (news.isError || isOffline))
    return <CachedCategoryContent id={id} failed={news.isError} retry={() => void news.refetch()} />
  const hasNews = news.data?.pages[0]?.total !== 0
  const sections = [
    ...(hasNews
      ? [{ kind: 'informations', content: <NewsList query={categoryNewsQuery(id)} /> } as const]
      : []),
    ...(otherArticles?.documents.length
      ? [{ kind: 'documents', content: <ArticleLinks rows={otherArticles.documents} icon="file" /> } as const]
      : []),
    ...(otherArticles?.questions.length
      ? [{ kind: 'qa', content: <ArticleLinks rows={otherArticles.questions} /> } as const]
      : []),
  ]
  if (sections.length === 0 && otherArticles)
    return <EmptyState title={t('emptyCategory.title')} text={t('emptyCategory.text')} />
  return (
    <div className={styles.kinds}>
      {sections.map(({ kind, content }) => (
        <Section key={kind} title={sections.length > 1 ? t(`sections.${kind}`) : undefined}>
          {content}
        </Section>
      ))}
    </div>
  )
}

function Section({ title, children }: { title: string | undefined; children: ReactNode }) {
  const id = useId()
  if (title === undefined) return children
  return (
    <section aria-labelledby={id} className={styles.kind}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

/** Content of a category that cannot be loaded: what other lists on this device have of it. */
function CachedCategoryContent({ id, failed, retry }: { id: string; failed: boolean; retry: () => void }) {
  const { t } = useTranslation('news')
  const client = useQueryClient()
  const list = client.getQueryData(newsListQuery().queryKey)
  const news = list ? uniqueRows(list.pages).filter(({ category }) => category === id) : []
  const documents = (client.getQueryData(documentsQuery().queryKey) ?? []).filter(
    ({ category }) => category === id,
  )
  if (news.length + documents.length === 0) return <LoadState failed={failed} retry={retry} />
  return (
    <div className={styles.kinds}>
      <p className={styles.note}>{t('fromDevice')}</p>
      {news.length > 0 && <NewsCards rows={news} />}
      {documents.length > 0 && <ArticleLinks rows={documents} icon="file" />}
    </div>
  )
}
