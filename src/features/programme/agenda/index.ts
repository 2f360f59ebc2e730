export { parseAgendaSearch } from './agenda-search.ts'
export { AgendaLayout } from './AgendaLayout.tsx'
