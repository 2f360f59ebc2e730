import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsOffline } from '#platform/connectivity.ts'
import { EmptyState } from '#ui/StateMessage.tsx'
import { ArticleLinks } from './ArticleLinks.tsx'
import { NewsList } from './NewsList.tsx'
import { CachedCategoryContent } from './CachedCategoryContent.tsx'
import { categoryNewsQuery, categoryOthersQuery } from './queries.ts'
import styles from './CategoryContent.module.css'

/** The articles of a category by kind. A single kind has no title. */
export function CategoryContent({ id }: { id: string }) {
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
