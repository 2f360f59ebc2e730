export { DocumentCard } from './DocumentCard.tsx'
export { DownloadScreen } from './DownloadScreen.tsx'
export { documentsQuery, parseDownloadSearch, type DocumentRow, type DownloadSearch } from './queries.ts'
