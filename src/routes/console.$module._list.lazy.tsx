import { createLazyFileRoute } from '@tanstack/react-router'
import { ListLayout } from '#console/index.ts'

/** Has no URL of its own. It shows the list beside the open record, so that the list stays mounted between records. */
export const Route = createLazyFileRoute('/console/$module/_list')({
  component: ListLayout,
  errorComponent: false,
})
