export { ArticleScreen } from './ArticleScreen.tsx'
export { articleQuery } from './article-queries.ts'
export { CategoryScreen, NewsScreen } from './NewsScreen.tsx'
export { newsListQuery } from './queries.ts'
