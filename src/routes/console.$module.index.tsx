import { createFileRoute } from '@tanstack/react-router'

/** Declares only the URL. The parent console route renders the screen. */
export const Route = createFileRoute('/console/$module/')({})
