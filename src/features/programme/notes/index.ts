export { NotesScreen } from './NotesScreen.tsx'
export { notesQuery } from './queries.ts'
export { SessionNote } from './SessionNote.tsx'
