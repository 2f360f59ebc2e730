import { useQuery } from '@tanstack/react-query'
import { Screen } from '#ui/Screen.tsx'
import { ArticleFoot } from './ArticleFoot.tsx'
import { articleQuery } from './article-queries.ts'
import { ArticlePlaceholder } from './ArticlePlaceholder.tsx'
import { DocumentArticle } from './DocumentArticle.tsx'
import { usePrefetchNewestArticles } from './prefetch-newest-articles.ts'
import { ArticleNotFound } from './ArticleNotFound.tsx'
import { NewsArticle } from './NewsArticle.tsx'
import { QuestionArticle } from './QuestionArticle.tsx'
import type { FoundArticle } from './rows.ts'
import styles from './ArticleScreen.module.css'

/** Page of an article by its number: news, a document with its file, or a question with its answer. */
export function ArticleScreen({ no }: { no: string }) {
  const article = useQuery(articleQuery(no))
  usePrefetchNewestArticles(article.isSuccess)
  if (!article.data)
    return <ArticlePlaceholder no={no} failed={article.isError} retry={() => void article.refetch()} />
  if (article.data.module === 'none') return <ArticleNotFound wasCached={article.data.wasHere} />
  return (
    <Screen>
      <article className={styles.article}>
        <Content article={article.data} />
        <ArticleFoot article={article.data} />
      </article>
    </Screen>
  )
}

function Content({ article }: { article: FoundArticle }) {
  switch (article.module) {
    case 'informations':
      return <NewsArticle row={article.row} />
    case 'documents':
      return <DocumentArticle row={article.row} />
    case 'qa':
      return <QuestionArticle row={article.row} />
    default:
      return article satisfies never
  }
}
