export { AgendaNews } from './agenda-news.ts'
export { SessionNotice } from './SessionNotice.tsx'
