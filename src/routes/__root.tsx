import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext } from '@tanstack/react-router'
import { RootLayout } from '#app/layout/RootLayout.tsx'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({ component: RootLayout })
