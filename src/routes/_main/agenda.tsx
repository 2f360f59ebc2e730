import { createFileRoute } from '@tanstack/react-router'
import { AgendaLayout } from '#features/programme/agenda'
import { prefetchProgramme } from '#features/programme/sessions'

export const Route = createFileRoute('/_main/agenda')({
  loader: async ({ context }) => {
    prefetchProgramme(context.queryClient)
    // Where its code does not come, the screen's does not either, and says so.
    const stars = await import('#features/programme/favourites').catch(() => undefined)
    await stars?.waitUntilStarsAreRead()
  },
  component: AgendaLayout,
})
