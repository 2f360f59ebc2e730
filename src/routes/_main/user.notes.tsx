import { createFileRoute } from '@tanstack/react-router'
import { guardWith } from '#app/before-load.ts'
import { requireSignIn } from '#features/participant/accounts'
import { NotesScreen } from '#features/programme/notes'

export const Route = createFileRoute('/_main/user/notes')({
  beforeLoad: guardWith(requireSignIn),
  component: NotesScreen,
})
