import { createFileRoute } from '@tanstack/react-router'
import { redirectTo } from '#app/before-load.ts'

/** A second path of the sign-in page. */
export const Route = createFileRoute('/login')({ beforeLoad: redirectTo('/user/login') })
