import { createLazyFileRoute } from '@tanstack/react-router'
import { Dashboard } from '#console/index.ts'

export const Route = createLazyFileRoute('/console/')({ component: Dashboard, errorComponent: false })
