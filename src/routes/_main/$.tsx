import { createFileRoute } from '@tanstack/react-router'
import { NotFound } from '#app/NotFound.tsx'

/** Every address that no other route has, within the main layout, so that the menu leads on. */
export const Route = createFileRoute('/_main/$')({ component: NotFound })
