import { createFileRoute } from '@tanstack/react-router'
import { HomeScreen, startHome } from '#features/home'

export const Route = createFileRoute('/_main/')({
  loader: ({ context }) => startHome(context.queryClient),
  component: HomeScreen,
})
