export { NotesScreen } from './NotesScreen.tsx'
export { ownNotesQuery } from './own-notes.ts'
export { SessionNote } from './SessionNote.tsx'
