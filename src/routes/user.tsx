import { createFileRoute } from '@tanstack/react-router'
import { UserLayout } from '#app/layout/UserLayout.tsx'

export const Route = createFileRoute('/user')({ component: UserLayout })
