export { SearchScreen } from './SearchScreen.tsx'
export { parseSearchParams } from './search-params.ts'
