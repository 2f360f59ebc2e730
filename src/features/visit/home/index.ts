export { HomeScreen } from './HomeScreen.tsx'
export { prefetchHome } from './queries.ts'
