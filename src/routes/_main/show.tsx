import { createFileRoute } from '@tanstack/react-router'
import { ShowScreen } from '#features/show'

export const Route = createFileRoute('/_main/show')({ component: ShowScreen })
