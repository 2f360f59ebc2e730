export { ExhibitorScreen } from './ExhibitorScreen.tsx'
export { parseShowSearch } from './exhibitors.ts'
export { startShow } from './queries.ts'
export { ShowScreen } from './ShowScreen.tsx'
