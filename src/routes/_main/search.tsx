import { createFileRoute } from '@tanstack/react-router'
import { SearchScreen } from '#features/search'

export const Route = createFileRoute('/_main/search')({ component: SearchScreen })
