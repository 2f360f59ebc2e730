import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext } from '@tanstack/react-router'
import { RootLayout } from '#app/layout/RootLayout.tsx'

/** The root of all routes. Loaders prefetch with the query client of the context. */
export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({ component: RootLayout })
