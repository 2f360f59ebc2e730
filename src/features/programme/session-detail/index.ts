export { materialsQuery } from './materials-query.ts'
export { SessionScreen } from './SessionScreen.tsx'
