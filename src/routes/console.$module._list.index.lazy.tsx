import { createLazyFileRoute } from '@tanstack/react-router'
import { ListDesk } from '#console/index.ts'

export const Route = createLazyFileRoute('/console/$module/_list/')({
  component: ListDesk,
  errorComponent: false,
})
