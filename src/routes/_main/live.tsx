import { createFileRoute } from '@tanstack/react-router'
import { LiveScreen } from '#features/live'

export const Route = createFileRoute('/_main/live')({ component: LiveScreen })
