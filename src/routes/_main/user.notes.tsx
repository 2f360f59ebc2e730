import { createFileRoute } from '@tanstack/react-router'
import { guardedBy } from '#app/routing/guarded-by.ts'
import { requireSignIn } from '#features/accounts'
import { NotesScreen } from '#features/notes'

export const Route = createFileRoute('/_main/user/notes')({
  beforeLoad: guardedBy(requireSignIn),
  component: NotesScreen,
})
