export { SearchScreen } from './SearchScreen.tsx'
export { parseSearchParams } from './queries.ts'
