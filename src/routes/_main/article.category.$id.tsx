import { createFileRoute } from '@tanstack/react-router'
import { CategoryScreen } from '#features/articles/news'

export const Route = createFileRoute('/_main/article/category/$id')({ component: CategoryPage })

function CategoryPage() {
  return <CategoryScreen id={Route.useParams().id} />
}
