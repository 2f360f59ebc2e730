import { createFileRoute } from '@tanstack/react-router'
import { redirectTo } from '#app/before-load.ts'
import { MyCenter } from '#platform/routing.ts'

export const Route = createFileRoute('/user/')({ beforeLoad: redirectTo(MyCenter) })
