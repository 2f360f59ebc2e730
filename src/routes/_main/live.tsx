import { createFileRoute } from '@tanstack/react-router'
import { LiveScreen, prefetchLive } from '#features/visit/live'

export const Route = createFileRoute('/_main/live')({
  staticData: { carriesData: true },
  loader: ({ context }) => prefetchLive(context.queryClient),
  component: LiveScreen,
})
