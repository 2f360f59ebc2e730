export { HomeScreen } from './HomeScreen.tsx'
export { startHome } from './queries.ts'
