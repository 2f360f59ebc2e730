import { createFileRoute } from '@tanstack/react-router'
import { NotFound } from '#app/PageFallbacks.tsx'

/** Paths without a route, within the main layout, so that the menu is there. */
export const Route = createFileRoute('/_main/$')({ component: NotFound })
