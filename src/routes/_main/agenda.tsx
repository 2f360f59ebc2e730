import { createFileRoute } from '@tanstack/react-router'
import { AgendaLayout } from '#features/agenda'
import { programmeQueries } from '#features/sessions'

export const Route = createFileRoute('/_main/agenda')({
  loader: ({ context }) => {
    for (const query of programmeQueries()) void context.queryClient.prefetchQuery(query)
  },
  component: AgendaLayout,
})
