import { createFileRoute } from '@tanstack/react-router'
import { LiveScreen, startLive } from '#features/live'

export const Route = createFileRoute('/_main/live')({
  loader: ({ context }) => startLive(context.queryClient),
  component: LiveScreen,
})
