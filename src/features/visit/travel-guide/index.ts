export { TravelGuideScreen } from './TravelGuideScreen.tsx'
export { pagesQuery, placesQuery, toursQuery, type TourRow } from './queries.ts'
export { parseTravelGuideSearch, type TravelGuideSearch } from './queries.ts'
