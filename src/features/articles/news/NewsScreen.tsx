import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from '@tanstack/react-router'
import { useId, type ReactNode } from 'react'
import { useDocumentTitle } from '#platform/forum.ts'
import { PageHeader, Screen } from '#ui/Screen.tsx'
import { categoriesQuery } from '#platform/module-queries.ts'
import { useLocalized } from '#platform/locale.ts'
import { buttonClass } from '#ui/Button.tsx'
import { EmptyState, LoadState } from '#ui/LoadState.tsx'
import { useIsOffline } from '#platform/connectivity.ts'
import { documentsQuery } from '#features/articles/downloads'
import { usePrefetchNewestArticles } from './prefetch-newest-articles.ts'
import { NewsList, NewsCards } from './NewsList.tsx'
import { newsListQuery, categoryNewsQuery, categoryOthersQuery, uniqueRows } from './queries.ts'
import { ArticleLinks } from './ArticleLinks.tsx'
import styles from './NewsScreen.module.css'

/** The forum's news. */
export function NewsScreen() {
  const { t } = useTranslation('news')
  useDocumentTitle(t('title'))
  // The same query as the list below: it is requested once.
  usePrefetchNewestArticles(useInfiniteQuery(newsListQuery()).isSuccess)
  return (
    <Screen wide>
      <PageHeader title={t('title')} lead={t('lead')} />
      <CategoryLinks />
      <NewsList query={newsListQuery()} hasLead />
    </Screen>
  )
}

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
  // Also true while the news loads: the list shows its placeholders.
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

/**
 * Content of a category whose own list cannot be loaded: its news and documents in the other lists of the query cache.
 */
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

/** Links to all news and to each category. @param chosen id of the category on screen, which is scrolled into view */
function CategoryLinks({ chosen }: { chosen?: string }) {
  const { t } = useTranslation('news')
  const pick = useLocalized()
  const { data: categories = [] } = useQuery(categoriesQuery())
  // An empty row of the same height, so that the page does not move when the categories arrive.
  if (categories.length === 0) return <div className={styles.room} />
  return (
    <nav aria-label={t('categories')} className={styles.scroll} data-print="off">
      <ul className={styles.row}>
        <li>
          <Link to="/news" className={styles.chip}>
            {t('all')}
          </Link>
        </li>
        {categories.map(({ id, name }) => (
          <li key={id}>
            <Link
              ref={id === chosen ? scrollIntoRow : undefined}
              to="/article/category/$id"
              params={{ id }}
              className={styles.chip}
              lang={pick(name).locale}
            >
              {pick(name).text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Scrolls only the row: `scrollIntoView` would scroll the page as well. */
function scrollIntoRow(chip: HTMLElement | null): void {
  const row = chip?.closest('nav')
  if (!chip || !row) return
  const [chipRect, rowRect] = [chip.getBoundingClientRect(), row.getBoundingClientRect()]
  row.scrollLeft += chipRect.left + chipRect.width / 2 - (rowRect.left + rowRect.width / 2)
}
