export { LiveScreen } from './LiveScreen.tsx'
export { startLive } from './queries.ts'
