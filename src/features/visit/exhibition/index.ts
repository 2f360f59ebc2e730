export { ExhibitorScreen } from './ExhibitorScreen.tsx'
export { parseExhibitionSearch } from './exhibitors.ts'
export { prefetchExhibition } from './queries.ts'
export { ExhibitionScreen } from './ExhibitionScreen.tsx'
