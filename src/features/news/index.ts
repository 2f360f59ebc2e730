export { ArticleScreen } from './ArticleScreen.tsx'
export { CategoryScreen } from './CategoryScreen.tsx'
export { NewsScreen } from './NewsScreen.tsx'
export { articleQuery, newsListQuery } from './queries.ts'
