import { useQuery } from '@tanstack/react-query'
import { categoriesQuery } from '#platform/article-categories.ts'
import { useForumTime } from '#platform/forum-time.ts'
import { useLocalized } from '#platform/locale.ts'
import { DocumentCard, type DocumentRow } from '#features/articles/downloads'
import { ArticleHead } from './ArticleHead.tsx'
import { articleDetailQuery } from './article-details.ts'
import styles from './ArticleScreen.module.css'

/** A document with its facts and its file's actions. */
export function DocumentArticle({ row: initialRow }: { row: DocumentRow }) {
  const { data: row = initialRow } = useQuery(articleDetailQuery('documents', initialRow.id))
  const { data: categories } = useQuery(categoriesQuery())
  const time = useForumTime()
  const pick = useLocalized()
  const category = categories?.find(({ id }) => id === row.category)
  return (
    <>
      <ArticleHead row={row} date={time.date(row.published_at)} />
      <ul className={styles.file}>
        <DocumentCard row={row} category={category && pick(category.name).text} level={2} />
      </ul>
    </>
  )
}
