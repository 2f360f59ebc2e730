export { AgendaLayout } from './AgendaLayout.tsx'
export { TrackLabel } from './TrackLabel.tsx'
