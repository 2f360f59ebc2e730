import { createFileRoute } from '@tanstack/react-router'
import { redirectTo } from '#app/routing/redirect-to.ts'
import { MyCenter } from '#platform/route-paths.ts'

export const Route = createFileRoute('/user/')({ beforeLoad: redirectTo(MyCenter) })
