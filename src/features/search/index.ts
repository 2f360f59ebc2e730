export { SearchScreen } from './SearchScreen.tsx'
export { parseSearchAddress } from './search-address.ts'
