import { createFileRoute } from '@tanstack/react-router'
import { QaScreen } from '#features/qa'

export const Route = createFileRoute('/_main/qa')({ component: QaScreen })
