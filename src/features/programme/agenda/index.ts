export { AgendaLayout } from './AgendaLayout.tsx'
