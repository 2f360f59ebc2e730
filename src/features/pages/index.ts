export { PagesScreen } from './PagesScreen.tsx'
export { pagesQuery } from './queries.ts'
