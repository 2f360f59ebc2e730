import { createFileRoute } from '@tanstack/react-router'
import { guardWith } from '#app/routing/guard-with.ts'
import { requireSignIn } from '#features/participant/accounts'
import { NotesScreen } from '#features/programme/notes'

export const Route = createFileRoute('/_main/user/notes')({
  beforeLoad: guardWith(requireSignIn),
  component: NotesScreen,
})
