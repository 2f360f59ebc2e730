export { PagesScreen } from './PagesScreen.tsx'
export { pagesQuery, placesQuery, toursQuery, type TourRow } from './queries.ts'
export { parseTownSearch, type TownSearch } from './town-search.ts'
