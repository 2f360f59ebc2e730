import { createFileRoute } from '@tanstack/react-router'
import { TakeScreen } from '#features/my-agenda'

export const Route = createFileRoute('/_main/agenda/take')({ component: TakeScreen })
