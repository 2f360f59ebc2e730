export { LiveScreen } from './LiveScreen.tsx'
export { prefetchLive } from './queries.ts'
