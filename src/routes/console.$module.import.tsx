import { createFileRoute } from '@tanstack/react-router'

/** An address and no more: what stands there is drawn by the console around it. */
export const Route = createFileRoute('/console/$module/import')({})
