export { DocumentCard } from './DocumentCard.tsx'
export { DownloadScreen } from './DownloadScreen.tsx'
export { documentCategoriesQuery, documentsQuery } from './queries.ts'
export type { DocumentRow } from './queries.ts'
