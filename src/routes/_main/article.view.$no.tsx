import { createFileRoute } from '@tanstack/react-router'
import { ArticleScreen, articleQuery } from '#features/articles/news'

export const Route = createFileRoute('/_main/article/view/$no')({
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(articleQuery(params.no))
  },
  component: ArticlePage,
})

function ArticlePage() {
  return <ArticleScreen no={Route.useParams().no} />
}
