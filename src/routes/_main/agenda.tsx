import { createFileRoute } from '@tanstack/react-router'
import { AgendaLayout } from '#features/programme/agenda'
import { prefetchProgramme } from '#features/programme/sessions'

export const Route = createFileRoute('/_main/agenda')({
  staticData: { carriesData: true },
  loader: async ({ context }) => {
    prefetchProgramme(context.queryClient)
    // The stars are read before the first render, so that none appears late.
    // When this code cannot be loaded, the screen's cannot either, and the error page is shown.
    const stars = await import('#features/programme/favourites').catch(() => undefined)
    await stars?.waitUntilStarsAreRead()
  },
  component: AgendaLayout,
})
