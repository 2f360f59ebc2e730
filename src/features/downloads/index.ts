export { DocumentCard } from './DocumentCard.tsx'
export { DownloadScreen } from './DownloadScreen.tsx'
export { documentsQuery } from './queries.ts'
export type { DocumentRow } from './queries.ts'
