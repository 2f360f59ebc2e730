import { createFileRoute } from '@tanstack/react-router'
import { AgendaLayout } from '#features/agenda'
import { startProgramme } from '#features/sessions'

export const Route = createFileRoute('/_main/agenda')({
  loader: ({ context }) => startProgramme(context.queryClient),
  component: AgendaLayout,
})
