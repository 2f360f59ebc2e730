import { createFileRoute } from '@tanstack/react-router'
import { redirectTo } from '#app/routing/redirect-to.ts'

/** A second address of the sign-in page (T6). */
export const Route = createFileRoute('/login')({ beforeLoad: redirectTo('/user/login') })
