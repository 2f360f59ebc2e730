import { createLazyFileRoute } from '@tanstack/react-router'
import { ConsoleScreen } from '#features/console'

export const Route = createLazyFileRoute('/console')({ component: ConsoleScreen })
