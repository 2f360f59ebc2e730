import { createFileRoute } from '@tanstack/react-router'
import { HomeScreen, prefetchHome } from '#features/visit/home'

export const Route = createFileRoute('/_main/')({
  staticData: { carriesData: true },
  loader: ({ context }) => prefetchHome(context.queryClient),
  component: HomeScreen,
})
