export { SessionUpdatesBanner } from './lazy-session-updates-banner.ts'
export { SessionUpdateNotice } from './SessionUpdateNotice.tsx'
