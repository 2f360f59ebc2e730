import { createFileRoute } from '@tanstack/react-router'
import { ReceiveAgendaScreen } from '#features/programme/my-agenda'

export const Route = createFileRoute('/_main/agenda/take')({ component: ReceiveAgendaScreen })
